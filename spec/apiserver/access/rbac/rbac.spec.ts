import { describe, expect, it } from '@jest/globals';
import type { AccessAttributes } from '../../../../src/apiserver/access/attributes.ts';
import { firstRefused, rbac } from '../../../../src/apiserver/access/rbac/rbac.ts';
import { SubjectIndex } from '../../../../src/apiserver/access/rbac/subject-index.ts';
import { Storage } from '../../../../src/apiserver/storage/storage.ts';
import { fc } from '../../../support/properties.ts';

/**
 * Creates one ClusterRole for each list of rules, and binds each ClusterRole to the user `u`. Counts how often the
 * bindings are read.
 */
function boundRoles(roles: readonly (readonly object[])[]): { bindings: SubjectIndex; reads: () => number } {
  const storage = new Storage(10);
  const write = (resource: string, at: number, more: object): void => {
    const object = { metadata: { name: `r${at}` }, ...more };
    storage.write(`${resource}.rbac.authorization.k8s.io`, `r${at}`, () => object as never);
  };
  for (const [at, rules] of roles.entries()) {
    write('clusterroles', at, { rules });
    write('clusterrolebindings', at, {
      roleRef: { kind: 'ClusterRole', name: `r${at}` },
      subjects: [{ kind: 'User', name: 'u' }],
    });
  }
  const bindings = new SubjectIndex(storage);
  let reads = 0;
  const rolesOf = bindings.rolesOf.bind(bindings);
  bindings.rolesOf = (...args) => {
    reads++;
    return rolesOf(...args);
  };
  return { bindings, reads: () => reads };
}

const question = (more: Partial<AccessAttributes>): AccessAttributes => ({
  user: 'u',
  groups: [],
  verb: 'impersonate',
  path: '/api/v1/pods',
  group: '',
  resource: 'groups',
  subresource: '',
  namespace: '',
  name: 'a',
  ...more,
});

describe('rbac', () => {
  it('should name the first binding whose role allows the request, cluster bindings first', () => {
    const storage = new Storage(10);
    const rules = [{ verbs: ['impersonate'], apiGroups: [''], resources: ['groups'] }];
    const put = (resource: string, key: string, more: object): void => {
      const name = key.replace('n/', '');
      const write = (): never => ({ metadata: { name }, ...more }) as never;
      storage.write(`${resource}.rbac.authorization.k8s.io`, key, write);
    };
    const bind = (key: string, role: string, name = 'u'): void =>
      put(key.startsWith('n/') ? 'rolebindings' : 'clusterrolebindings', key, {
        roleRef: { kind: 'ClusterRole', name: role },
        subjects: [{ kind: 'User', name }],
      });
    const decide = rbac(new SubjectIndex(storage));
    const reason = (): string => decide(question({ namespace: 'n' })).reason;

    put('clusterroles', 'some', { rules });
    put('clusterroles', 'more', { rules: [{ ...rules[0], verbs: ['get'] }, ...rules] });
    put('clusterroles', 'none', {});
    for (const [key, role] of [
      ['n/c', 'some'],
      ['n/b', 'more'],
      ['n/a', 'none'],
    ] as const)
      bind(key, role);
    expect(reason()).toBe('RBAC: allowed by RoleBinding "b/n" of ClusterRole "more" to User "u"');
    for (const key of ['e', 'd', 'f']) bind(key, 'some');
    expect(reason()).toBe('RBAC: allowed by ClusterRoleBinding "d" of ClusterRole "some" to User "u"');
    storage.remove('clusterrolebindings.rbac.authorization.k8s.io', 'd');
    expect(reason()).toBe('RBAC: allowed by ClusterRoleBinding "e" of ClusterRole "some" to User "u"');
    put('clusterroles', 'some', { rules: [] });
    expect(reason()).toBe('RBAC: allowed by RoleBinding "b/n" of ClusterRole "more" to User "u"');
  });
});

describe('firstRefused', () => {
  it('should read the bindings once for hundreds of questions', () => {
    const rule = { verbs: ['impersonate'], apiGroups: [''], resources: ['users', 'groups'] };
    const { bindings, reads } = boundRoles([[rule]]);
    const questions = Array.from({ length: 900 }, (_, at) => question({ name: `g${at}` }));

    expect(firstRefused(bindings)(questions)).toBeUndefined();
    expect(reads()).toBe(1);
  });

  it('should return the first question that is refused if each is asked separately', () => {
    const some = (...texts: readonly string[]) =>
      fc.subarray([...texts], { minLength: 1 }).map((list) => [...list]);
    const extras = ['userextras', 'userextras/x', '*/x', '*'];
    const rule = fc.record(
      {
        verbs: some('impersonate', 'get', '*'),
        apiGroups: some('', 'authentication.k8s.io', '*'),
        resources: some('users', 'groups', ...extras),
        resourceNames: fc.constantFrom<readonly string[] | undefined>(undefined, [], ['a'], ['b', 'c']),
      },
      { requiredKeys: ['verbs'] },
    );
    const asked = fc.record({
      group: fc.constantFrom('', 'authentication.k8s.io'),
      resource: fc.constantFrom('users', 'groups', 'userextras', 'serviceaccounts'),
      subresource: fc.constantFrom('', 'x', 'x/y'),
      namespace: fc.constantFrom('', 'default'),
      name: fc.constantFrom('a', 'b', 'c', 'd'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(rule, { maxLength: 2 }), { maxLength: 3 }),
        fc.array(asked, { maxLength: 4 }),
        (roles, all) => {
          const { bindings } = boundRoles(roles);
          const questions = all.map(question);
          const alone = questions.find((one) => !rbac(bindings)(one).allowed);
          expect(firstRefused(bindings)(questions)).toBe(alone);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('should refuse keys of extra values that need more than ten million comparisons (413)', () => {
    const texts = Array.from({ length: 1_000 }, (_, at) => `r${at}`);
    const rules = texts.slice(0, 100).map((text) => ({
      verbs: ['impersonate'],
      apiGroups: ['', text],
      resources: texts,
    }));
    const { bindings } = boundRoles([rules]);
    const keys = Array.from({ length: 200 }, (_, at) =>
      question({ resource: 'userextras', subresource: `k${at}` }),
    );

    expect(() => firstRefused(bindings)(keys)).toThrow(
      expect.objectContaining({
        status: expect.objectContaining({
          code: 413,
          message: expect.stringMatching(
            /more than 10000000 comparisons .*; send fewer keys Impersonate-Extra-…, or bind fewer roles to the user$/,
          ),
        }),
      }),
    );
    expect(firstRefused(bindings)(keys.slice(0, 50))).toBe(keys[0]);
  });

  it('should return nothing for the group system:masters, and for no questions', () => {
    const { bindings } = boundRoles([]);

    expect(firstRefused(bindings)([question({ groups: ['system:masters'] })])).toBeUndefined();
    expect(firstRefused(bindings)([])).toBeUndefined();
  });
});
