import { describe, expect, it } from '@jest/globals';
import { isBefore } from '../../../../src/apiserver/access/rbac/role-bindings.ts';
import { SubjectIndex } from '../../../../src/apiserver/access/rbac/subject-index.ts';
import { Storage } from '../../../../src/apiserver/storage/storage.ts';
import { fc } from '../../../support/properties.ts';

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Creates a binding of a role. By default, the binding and the role have the same name. */
function put(storage: Storage, key: string, subjects: unknown, role = key): void {
  const roleRef = { kind: 'ClusterRole', name: role };
  storage.write(idOf(key), key, () => ({ metadata: { name: key }, roleRef, subjects }) as never);
}
const idOf = (key: string): string =>
  `${key.includes('/') ? 'rolebindings' : 'clusterrolebindings'}.rbac.authorization.k8s.io`;

/**
 * Returns the roles that apply to the user or the groups, in order. For each role, the result contains the first
 * binding that applies.
 */
const found = (index: SubjectIndex, user: string, groups: readonly string[], namespace = ''): unknown[] =>
  [...index.rolesOf({ user, groups }, namespace)]
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .map((role) => {
      const { binding, subject } = index.bindingOf(role) ?? {};
      return [role.kind, binding?.metadata.name, subject?.['name']];
    });

describe('SubjectIndex', () => {
  it('should find the bindings of a user and its groups, of the cluster and then of a namespace', () => {
    const storage = new Storage(10);
    put(storage, 'b', [
      { kind: 'Group', name: 'h' },
      { kind: 'Group', name: 'g' },
      { kind: 'User', name: 'u' },
    ]);
    const index = new SubjectIndex(storage);
    put(storage, 'a', [{ kind: 'User', name: 'u' }]);
    put(storage, 'n/c', [{ kind: 'Group', name: 'g' }]);
    put(storage, 'm/d', [{ kind: 'User', name: 'u' }]);
    put(storage, 'e', [{ kind: 'User', name: 'g' }, null, { kind: 'Group', name: 'u' }]);
    put(storage, 'f', null);

    const ofCluster = [
      ['ClusterRoleBinding', 'a', 'u'],
      ['ClusterRoleBinding', 'b', 'g'],
    ];
    expect(found(index, 'u', ['g'])).toEqual(ofCluster);
    expect(found(index, 'u', ['g'], 'n')).toEqual([...ofCluster, ['RoleBinding', 'n/c', 'g']]);
  });

  it('should find a service account in the namespace that its subject or its binding names', () => {
    const storage = new Storage(10);
    const index = new SubjectIndex(storage);
    put(storage, 'a', [{ kind: 'ServiceAccount', name: 's', namespace: 'n' }]);
    put(storage, 'b', [{ kind: 'ServiceAccount', name: 's' }]);
    put(storage, 'n/c', [{ kind: 'ServiceAccount', name: 's' }]);
    put(storage, 'n/d', [{ kind: 'ServiceAccount', name: 's', namespace: 'm' }]);

    expect(found(index, 'system:serviceaccount:n:s', [], 'n')).toEqual([
      ['ClusterRoleBinding', 'a', 's'],
      ['RoleBinding', 'n/c', 's'],
    ]);
    expect(found(index, 'system:serviceaccount:m:s', [], 'n')).toEqual([['RoleBinding', 'n/d', 's']]);
  });

  it('should find a role once, by its first binding and the first subject in it', () => {
    const storage = new Storage(10);
    const index = new SubjectIndex(storage);
    const [user, g, h] = [
      { kind: 'User', name: 'u' },
      { kind: 'Group', name: 'g' },
      { kind: 'Group', name: 'h' },
    ];
    put(storage, 'c', [user], 'r');
    put(storage, 'b', [h, g, user], 'r');
    put(storage, 'd', [g], 'r');
    put(storage, 'n/a', [g], 'r');

    expect(found(index, 'u', ['g', 'h'])).toEqual([['ClusterRoleBinding', 'b', 'h']]);
    storage.remove(idOf('b'), 'b');
    expect(found(index, 'u', ['g', 'h'], 'n')).toEqual([
      ['ClusterRoleBinding', 'c', 'u'],
      ['RoleBinding', 'n/a', 'g'],
    ]);
  });

  it('should read a number of roles that does not grow with their bindings', () => {
    const storage = new Storage(10);
    const index = new SubjectIndex(storage);
    for (let at = 0; at < 1_000; at++) put(storage, `b${at}`, [{ kind: 'Group', name: 'g' }], `r${at % 3}`);

    expect([...index.rolesOf({ user: 'u', groups: ['g'] }, 'n')]).toHaveLength(3);
  });

  it('should equal a new index after any writes', () => {
    const name = fc.constantFrom('u', 'g', 'h');
    const subject = fc.record({ kind: fc.constantFrom('User', 'Group', 'ServiceAccount'), name });
    const subjects = fc.option(fc.array<Subject>(subject, { maxLength: 3 }));
    const key = fc.constantFrom('a', 'b', 'c', 'n/a', 'n/b', 'm/a');
    const role = fc.constantFrom('r', 's');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, subjects, role), { maxLength: 20 }), (writes) => {
        const storage = new Storage(10);
        const index = new SubjectIndex(storage);
        for (const [at, list, of] of writes) {
          if (list === null) storage.remove(idOf(at), at);
          else put(storage, at, list, of);
        }
        const fresh = new SubjectIndex(storage);
        for (const user of ['u', 'system:serviceaccount:n:g'])
          for (const namespace of ['', 'n', 'm'])
            expect(found(index, user, ['g', 'h'], namespace)).toEqual(
              found(fresh, user, ['g', 'h'], namespace),
            );
      }),
    );
  });

  it('should read no subject of bindings without the user', () => {
    const storage = new Storage(10);
    let reads = 0;
    const others = Array.from({ length: 1_000 }, (_, at) => ({
      kind: 'User',
      get name() {
        reads++;
        return `other-${at}`;
      },
    }));
    put(storage, 'a', others);
    put(storage, 'b', [...others, { kind: 'User', name: 'u' }]);
    const index = new SubjectIndex(storage);
    reads = 0;

    expect(found(index, 'u', ['g'])).toEqual([['ClusterRoleBinding', 'b', 'u']]);
    expect(reads).toBe(0);
  });
});
