import { describe, expect, it } from '@jest/globals';
import { deducedAtom } from '../../../../src/apiserver/apply/machine/atom-of.ts';
import { fieldSet, isSameSet } from '../../../../src/apiserver/apply/machine/field-set.ts';
import type { Managers, Ownership } from '../../../../src/apiserver/apply/machine/managers.ts';
import { applied, updated } from '../../../../src/apiserver/apply/machine/updater.ts';
import type { Versions } from '../../../../src/apiserver/apply/machine/versions.ts';
import { countMapWrites } from '../support/count-map-writes.ts';

const versions: Versions = { atomOf: () => deducedAtom, resetFields: () => undefined };
const apiVersion = 'v1';

const owning = (...names: readonly string[]): Ownership => ({
  set: fieldSet(...names.map((name) => [`f:data`, `f:${name}`])),
  apiVersion,
  applied: true,
});
const named = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const dataOf = (names: readonly string[], value: string): object => ({
  data: Object.fromEntries(names.map((name) => [name, value])),
});

describe.each([100, 400])('with %i managers', (count) => {
  const fields = named(2_000, 'k');
  const others = named(count, 'own');
  const all = [...fields, ...others];
  const managers: Managers = new Map(others.map((name) => [name, owning(name)]));

  it('should update thousands of fields without a copy of the fields for each manager', () => {
    const live = dataOf(all, '');
    const next = { data: { ...Object.fromEntries(all.map((name) => [name, ''])), added: '' } };
    for (const name of fields) Object.assign(next.data, { [name]: 'new' });
    let after: Managers = managers;

    const writes = countMapWrites(() => {
      after = updated(versions, live, next, managers, { id: 'writer', apiVersion });
    });

    expect(isSameSet(after.get('writer')?.set ?? new Map(), owning(...fields, 'added').set)).toBe(true);
    expect(after.size).toBe(count + 1);
    expect(writes / all.length).toBeLessThan(40);
  });

  it('should apply beside an applier of thousands of fields without a copy of the fields for each manager', () => {
    const known: Managers = new Map([['large', owning(...fields)], ['z', owning('gone')], ...managers]);
    const configuration = dataOf(['added'], '1');
    let result: unknown;

    const writes = countMapWrites(() => {
      const live = dataOf([...all, 'gone'], '');
      result = applied(versions, live, configuration, known, { id: 'z', apiVersion }, true).object;
    });

    expect(result).toEqual({ data: { ...Object.fromEntries(all.map((name) => [name, ''])), added: '1' } });
    expect(writes / all.length).toBeLessThan(40);
  });
});
