import { describe, expect, it } from '@jest/globals';
import { rbac } from '../../../../src/apiserver/access/rbac/rbac.ts';
import { boundRules, distinctRules } from '../../../../src/apiserver/access/rbac/role-bindings.ts';
import type { Storage } from '../../../../src/apiserver/storage/storage.ts';

const roleRef = { kind: 'ClusterRole', name: 'r' };
const podReader = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const role = { metadata: { name: 'r' }, rules: [podReader] };
const group = (name: string): object => ({ kind: 'Group', name });

/** One cluster role, and a binding of it to each list of subjects. */
function storageOf(...subjects: readonly (readonly object[])[]): Storage {
  return storageWith(role, ...subjects);
}

function storageWith(ofRole: object, ...subjects: readonly (readonly object[])[]): Storage {
  const bindings = new Map(
    subjects.map((list, at) => [`b${at}`, { metadata: { name: `b${at}` }, roleRef, subjects: list }]),
  );
  const collections: Readonly<Record<string, ReadonlyMap<string, object>>> = {
    'clusterrolebindings.rbac.authorization.k8s.io': bindings,
    'clusterroles.rbac.authorization.k8s.io': new Map([['r', ofRole]]),
  };
  const collection = (id: string) => {
    const objects = collections[id] ?? new Map<string, object>();
    const get = (key: string) => objects.get(key);
    return { get, snapshot: () => ({ keys: [...objects.keys()], get }) };
  };
  return { collection } as never;
}

describe('the rules that are bound to a user', () => {
  it('should be found with each group of the user read a constant number of times', () => {
    let reads = 0;
    const names = Array.from({ length: 300 }, (_, at) => `group-${at}`);
    const groups = new Proxy(names, {
      get: (target, name) => {
        reads++;
        return Reflect.get(target, name) as unknown;
      },
    });
    const others = Array.from({ length: 300 }, (_, at) => group(`other-${at}`));

    const found = [
      ...boundRules(storageOf(others, [...others, group('group-299')]), { user: 'u', groups }, ''),
    ];

    expect(found.map(({ reason }) => reason)).toEqual([
      'RBAC: allowed by ClusterRoleBinding "b1" of ClusterRole "r" to Group "group-299"',
    ]);
    expect(reads).toBeLessThan(2_000);
  });

  it('should have the rules of each role once, however often it is bound', () => {
    const storage = storageOf(...Array.from({ length: 50 }, () => [group('g')]));
    const subject = { user: 'u', groups: ['g'] };

    expect([...boundRules(storage, subject, '')]).toHaveLength(50);
    expect(distinctRules(storage, subject, '')).toEqual(role.rules);
  });

  it('should be read once for a decision, however often the role is bound', () => {
    let reads = 0;
    const counted = {
      ...podReader,
      get verbs() {
        reads++;
        return ['get'];
      },
    };
    const bindings = Array.from({ length: 50 }, () => [group('g')]);
    const decide = rbac(storageWith({ metadata: { name: 'r' }, rules: [counted] }, ...bindings));
    const asked = { user: 'u', groups: ['g'], path: '', verb: 'get', group: '' };

    expect(decide({ ...asked, resource: 'secrets' }).allowed).toBe(false);
    expect(reads).toBe(1);
    expect(decide({ ...asked, resource: 'pods' }).allowed).toBe(true);
  });
});
