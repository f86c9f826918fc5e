import { describe, expect, it } from '@jest/globals';
import { rbac } from '../../../../src/apiserver/access/rbac/rbac.ts';
import { boundRoles, distinctRules, reasonOf } from '../../../../src/apiserver/access/rbac/role-bindings.ts';
import { SubjectIndex } from '../../../../src/apiserver/access/rbac/subject-index.ts';
import type { StoredObject } from '../../../../src/apiserver/json.ts';
import { Storage } from '../../../../src/apiserver/storage/storage.ts';

const roleRef = { kind: 'ClusterRole', name: 'r' };
const podReader = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const role = { metadata: { name: 'r' }, rules: [podReader] };
const group = (name: string): object => ({ kind: 'Group', name });

/** Returns one ClusterRole, and one binding of this ClusterRole for each list of subjects. */
const bindingsOf = (...subjects: readonly (readonly object[])[]): SubjectIndex =>
  bindingsOfRole(role, ...subjects);

function bindingsOfRole(ofRole: object, ...subjects: readonly (readonly object[])[]): SubjectIndex {
  const storage = new Storage(10);
  storage.write('clusterroles.rbac.authorization.k8s.io', 'r', () => ofRole as StoredObject);
  for (const [at, list] of subjects.entries()) {
    const binding = { metadata: { name: `b${at}` }, roleRef, subjects: list };
    storage.write('clusterrolebindings.rbac.authorization.k8s.io', `b${at}`, () => binding as never);
  }
  return new SubjectIndex(storage);
}

describe('the rules of a user’s bindings', () => {
  it('should be found by reading each group of the user a constant number of times', () => {
    let reads = 0;
    const names = Array.from({ length: 300 }, (_, at) => `group-${at}`);
    const groups = new Proxy(names, {
      get: (target, name) => {
        reads++;
        return Reflect.get(target, name) as unknown;
      },
    });
    const others = Array.from({ length: 300 }, (_, at) => group(`other-${at}`));

    const bindings = bindingsOf(others, [...others, group('group-299')]);
    const found = [...boundRoles(bindings, { user: 'u', groups }, '')];

    expect(found.map((bound) => reasonOf(bindings, bound, ''))).toEqual([
      'RBAC: allowed by ClusterRoleBinding "b1" of ClusterRole "r" to Group "group-299"',
    ]);
    expect(reads).toBeLessThan(2_000);
  });

  it('should contain the rules of each role once, for any number of bindings', () => {
    const bindings = bindingsOf(...Array.from({ length: 50 }, () => [group('g')]));
    const subject = { user: 'u', groups: ['g'] };

    expect([...boundRoles(bindings, subject, '')]).toHaveLength(1);
    expect(distinctRules(bindings, subject, '')).toEqual(role.rules);
  });

  it('should be read once for a decision, for any number of bindings', () => {
    let reads = 0;
    const counted = {
      ...podReader,
      get verbs() {
        reads++;
        return ['get'];
      },
    };
    const bindings = Array.from({ length: 50 }, () => [group('g')]);
    const decide = rbac(bindingsOfRole({ metadata: { name: 'r' }, rules: [counted] }, ...bindings));
    const asked = { user: 'u', groups: ['g'], path: '', verb: 'get', group: '' };

    decide({ ...asked, resource: 'secrets' });
    reads = 0; // the server has cached the rules by now
    expect(decide({ ...asked, resource: 'secrets' }).allowed).toBe(false);
    expect(reads).toBe(1);
    expect(decide({ ...asked, resource: 'pods' }).allowed).toBe(true);
  });

  it('should compare equal rules of a role once for a decision', () => {
    let reads = 0;
    const counted = (): object => ({
      ...podReader,
      get resources() {
        reads++;
        return ['pods'];
      },
    });
    const rules = Array.from({ length: 500 }, counted);
    const decide = rbac(bindingsOfRole({ metadata: { name: 'r' }, rules }, [group('g')]));
    const asked = { user: 'u', groups: ['g'], path: '', verb: 'get', group: '', resource: 'secrets' };

    decide(asked);
    reads = 0;
    expect(decide(asked).allowed).toBe(false);
    expect(reads).toBe(1);
  });
});
