import { describe, expect, it } from '@jest/globals';
import { SubjectIndex } from '../../../../src/apiserver/access/rbac/subject-index.ts';
import { Storage } from '../../../../src/apiserver/storage/storage.ts';
import { fc } from '../../../support/properties.ts';

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

const put = (storage: Storage, key: string, subjects: unknown): unknown =>
  storage.write(idOf(key), key, () => ({ metadata: { name: key }, subjects }) as never);
const idOf = (key: string): string =>
  `${key.includes('/') ? 'rolebindings' : 'clusterrolebindings'}.rbac.authorization.k8s.io`;

const found = (index: SubjectIndex, user: string, groups: readonly string[], namespace = ''): unknown[] =>
  [...index.bindingsOf({ user, groups }, namespace)].map(({ kind, binding, subject }) => [
    kind,
    binding.metadata.name,
    subject['name'],
  ]);

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

  it('should be after any writes what it would be if it were made then', () => {
    const name = fc.constantFrom('u', 'g', 'h');
    const subject = fc.record({ kind: fc.constantFrom('User', 'Group', 'ServiceAccount'), name });
    const subjects = fc.option(fc.array<Subject>(subject, { maxLength: 3 }));
    const key = fc.constantFrom('a', 'b', 'n/a', 'm/a');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, subjects), { maxLength: 20 }), (writes) => {
        const storage = new Storage(10);
        const index = new SubjectIndex(storage);
        for (const [at, list] of writes) {
          if (list === null) storage.remove(idOf(at), at);
          else put(storage, at, list);
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

  it('should read no subject of the bindings that do not name the user', () => {
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
