import { expect, it } from '@jest/globals';
import { staleAggregates } from '../../../../src/apiserver/access/rbac/aggregated-rules.ts';
import type { StoredObject } from '../../../../src/apiserver/json.ts';
import type { Collection } from '../../../../src/apiserver/storage/collection.ts';

const labels = { part: 'yes' };
const aggregationRule = { clusterRoleSelectors: [{ matchLabels: labels }] };
const rule = (name: string): object => ({ verbs: ['get'], apiGroups: [''], resources: [name] });

const role = (name: string, more: object): StoredObject =>
  ({ metadata: { name, uid: name, resourceVersion: '1', namespace: '', ...more }, ...more }) as never;

const part = (name: string, ...rules: readonly unknown[]): StoredObject => role(name, { labels, rules });
const whole = (...rules: readonly unknown[]): StoredObject => role('whole', { aggregationRule, rules });

const collectionOf = (...roles: readonly StoredObject[]): Collection => {
  const byName = new Map(roles.map((one) => [one.metadata.name, one]));
  return { snapshot: () => ({ keys: [...byName.keys()], get: (key: string) => byName.get(key) }) } as never;
};

const steps = (...roles: readonly StoredObject[]): readonly (StoredObject | undefined)[] => [
  ...staleAggregates(collectionOf(...roles)),
];

const rulesAfter = (...roles: readonly StoredObject[]): unknown =>
  steps(...roles).find((one) => one !== undefined)?.['rules'];

it('should use the rules of all selected roles, each once, for any order of members', () => {
  const { verbs, resources, apiGroups } = rule('a') as Readonly<Record<string, unknown>>;
  const other = { resources, apiGroups, verbs, resourceNames: [] };

  expect(rulesAfter(part('p', rule('a'), rule('b')), part('q', other, rule('c')), whole())).toEqual([
    other,
    rule('b'),
    rule('c'),
  ]);
});

it('should keep a role that has these rules in another order, and repair one that has a rule twice', () => {
  const sources = part('p', rule('a'), rule('b'));

  expect(rulesAfter(sources, whole(rule('b'), rule('a')))).toBeUndefined();
  expect(rulesAfter(sources, whole(rule('a'), rule('a')))).toEqual([rule('a'), rule('b')]);
});

it('should skip null rules', () => {
  expect(rulesAfter(part('p', null, rule('a')), whole())).toEqual([rule('a')]);
});

it('should read each rule twice: for its size and for its text', () => {
  let reads = 0;
  const counted = Array.from({ length: 2_000 }, (_, at) => ({
    ...rule(`r${at}`),
    get verbs() {
      reads++;
      return ['get'];
    },
  }));

  expect(rulesAfter(part('p', ...counted), whole())).toHaveLength(2_000);
  expect(reads).toBe(4_000);
});

it('should let the caller pause at each role', () => {
  expect(steps(part('p', rule('a')), part('q', rule('b')), whole())).toHaveLength(4);
});

it('should not change a role that would get more than 5,000 rules', () => {
  const rules = (count: number): object[] => Array.from({ length: count }, (_, at) => rule(`r${at}`));

  expect(rulesAfter(part('p', ...rules(5_000)), whole())).toHaveLength(5_000);
  expect(rulesAfter(part('p', ...rules(5_000)), part('q', rule('a')), whole())).toBeUndefined();
});

it('should not change a role that would get more than 50,000 values or 8 Mi characters', () => {
  const named = (count: number, length = 1): object => ({
    ...rule('a'),
    resourceNames: Array.from({ length: count }, (_, at) => String(at).padStart(length, 'x')),
  });

  expect(rulesAfter(part('p', named(19_000), named(19_001)), whole())).toHaveLength(2);
  expect(rulesAfter(part('p', named(19_000), named(19_001), named(19_002)), whole())).toBeUndefined();
  expect(rulesAfter(part('p', named(70, 100_000)), whole())).toHaveLength(1);
  expect(rulesAfter(part('p', named(70, 100_000)), part('q', named(20, 100_000)), whole())).toBeUndefined();
});

it('should read at most the number of values that a role may have', () => {
  let reads = 0;
  const counted = Array.from({ length: 4_000 }, (_, at) => ({
    apiGroups: [''],
    resources: ['a'],
    resourceNames: Array.from({ length: 100 }, (_1, name) => `${at}-${name}`),
    get verbs() {
      reads++;
      return ['get'];
    },
  }));

  expect(rulesAfter(part('p', ...counted), whole())).toBeUndefined();
  expect(reads).toBeLessThan(500);
});
