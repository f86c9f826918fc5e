import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiServerOptions } from 'rx-informer/apiserver';
import { rbac } from 'rx-informer/kinds';
import { fc } from '../../support/properties.ts';
import { uncovered } from '../../../src/apiserver/access/rbac/cover-rules.ts';
import { allows, type PolicyRule } from '../../../src/apiserver/access/rbac/policy-rule.ts';
import { type Setup, throughBothDoors } from '../support/in-process-and-over-http.ts';

const API = '/apis/rbac.authorization.k8s.io/v1';
const ROLES = `${API}/namespaces/ns/roles`;
const BINDINGS = `${API}/namespaces/ns/rolebindings`;
const guarded: ApiServerOptions = { tokens: { root: 'root', alice: { user: 'alice', groups: ['devs'] } } };
const apiGroup = 'rbac.authorization.k8s.io';

/**
 * The rights of the user alice: write roles and bindings, read pods, do everything with one deployment, and read
 * metrics.
 */
const rules: PolicyRule[] = [
  {
    apiGroups: [apiGroup],
    resources: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'],
    verbs: ['create', 'update', 'patch'],
  },
  { apiGroups: [''], resources: ['pods', '*/scale'], verbs: ['get', 'list'] },
  { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['x'], verbs: ['*'] },
  { nonResourceURLs: ['/metrics*'], verbs: ['get'] },
];

function bind({ server: { objects } }: Setup, name: string, more: readonly PolicyRule[]): void {
  const subjects = [{ kind: 'User', apiGroup, name: 'alice' }];
  objects.create(rbac.v1.clusterroles, { metadata: { name }, rules: more });
  const roleRef = { apiGroup, kind: 'ClusterRole', name };
  objects.create(rbac.v1.clusterrolebindings, { metadata: { name }, roleRef, subjects });
}

async function asAlice(
  { client }: Setup,
  method: string,
  target: string,
  body: object,
): Promise<{ readonly code: number; readonly message: string | undefined }> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const headers = { authorization: 'Bearer alice', 'content-type': type };
  const { code, body: answer } = await client.request(method, target, { body, headers });
  return { code, message: (answer as { message?: string }).message };
}

const rule = (more: Partial<PolicyRule>): PolicyRule => ({
  apiGroups: [''],
  resources: ['pods'],
  verbs: ['get'],
  ...more,
});
const role = (...given: readonly PolicyRule[]): object => ({ metadata: { name: 'r' }, rules: given });
const deployments = { apiGroups: ['apps'], resources: ['deployments'] };

throughBothDoors('giving away rights', (setUp) => {
  it.each<[string, string, PolicyRule, number]>([
    ['what he has', ROLES, rule({}), 201],
    ['other verbs', ROLES, rule({ verbs: ['delete'] }), 403],
    ['everything', ROLES, rule({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }), 403],
    ['a part of what he has', ROLES, rule({ resources: ['pods/log'] }), 403],
    ['that part of everything', ROLES, rule({ resources: ['pods/scale'] }), 201],
    ['one by name', ROLES, rule({ ...deployments, resourceNames: ['x'] }), 201],
    ['all', ROLES, rule(deployments), 403],
    ['another by name', ROLES, rule({ ...deployments, resourceNames: ['x', 'y'] }), 403],
    ['a path', `${API}/clusterroles`, { nonResourceURLs: ['/metrics/a', '/metrics*'], verbs: ['get'] }, 201],
    ['another path', `${API}/clusterroles`, { nonResourceURLs: ['/logs'], verbs: ['get'] }, 403],
  ])('should let a user grant by a role only his own rights: %s', async (_, target, given, code) => {
    const setup = await setUp(guarded);
    bind(setup, 'alice', rules);

    expect((await asAlice(setup, 'POST', `${target}?dryRun=All`, role(given))).code).toBe(code);
    expect((await asAlice(setup, 'POST', target, role(given))).code).toBe(code);
  });

  it('should report the missing rights, with the message of the real server', async () => {
    const setup = await setUp(guarded);
    bind(setup, 'alice', rules);
    const wanted = { apiGroups: ['', 'apps'], resources: ['pods', 'deployments'], verbs: ['get', 'delete'] };

    const { message } = await asAlice(setup, 'POST', ROLES, role(wanted));

    expect(message).toBe(
      'roles.rbac.authorization.k8s.io "r" is forbidden: user "alice" (groups=["devs" "system:authenticated"]) ' +
        'is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["deployments"], Verbs:["get" "delete"]}\n' +
        '{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}\n' +
        '{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "delete"]}\n' +
        '{APIGroups:["apps"], Resources:["pods"], Verbs:["get" "delete"]}',
    );
  });

  it('should check updates, patches and creations by PUT, but not changes of finalizers only', async () => {
    const setup = await setUp(guarded);
    bind(setup, 'alice', rules);
    const secrets = [rule({ resources: ['secrets'] })] as never;
    setup.server.objects.create(rbac.v1.roles, { metadata: { name: 'r', namespace: 'ns' }, rules: secrets });
    const more = role(rule({ verbs: ['delete'] }));
    const finalizers = { metadata: { finalizers: ['example.com/f'] } };

    expect((await asAlice(setup, 'PUT', `${ROLES}/r`, more)).code).toBe(403);
    expect((await asAlice(setup, 'PATCH', `${ROLES}/r`, more)).code).toBe(403);
    expect((await asAlice(setup, 'PUT', `${ROLES}/s`, { ...more, metadata: { name: 's' } })).code).toBe(403);
    expect((await asAlice(setup, 'PATCH', `${ROLES}/r`, finalizers)).code).toBe(200);
    expect((await asAlice(setup, 'PATCH', `${ROLES}/r`, { metadata: { labels: { a: 'b' } } })).code).toBe(
      403,
    );
    expect((await asAlice(setup, 'PUT', `${ROLES}/r`, role(rule({})))).code).toBe(200);
  });

  it('should let a user bind only existing roles of which he has all rights', async () => {
    const setup = await setUp(guarded);
    bind(setup, 'alice', rules);
    const subjects = [{ kind: 'User', apiGroup, name: 'bob' }];
    const to = (kind: string, name: string): object => ({
      metadata: { name: 'b' },
      roleRef: { apiGroup, kind, name },
      subjects,
    });

    const admin = await asAlice(setup, 'POST', BINDINGS, to('ClusterRole', 'cluster-admin'));
    const absent = await asAlice(setup, 'POST', BINDINGS, to('Role', 'nobody'));
    const own = await asAlice(setup, 'POST', BINDINGS, to('ClusterRole', 'alice'));
    const everywhere = await asAlice(setup, 'POST', `${API}/clusterrolebindings`, to('ClusterRole', 'admin'));

    expect([admin.code, absent.code, own.code, everywhere.code]).toEqual([403, 404, 201, 403]);
    expect(admin.message).toContain('{NonResourceURLs:["*"], Verbs:["*"]}');
    expect(absent.message).toBe('rolebindings.rbac.authorization.k8s.io "nobody" not found');
  });

  it('should allow both with the verbs escalate or bind', async () => {
    const setup = await setUp(guarded);
    const roleRef = { apiGroup, kind: 'ClusterRole', name: 'cluster-admin' };
    bind(setup, 'alice', rules);
    bind(setup, 'more', [
      { apiGroups: [apiGroup], resources: ['roles'], verbs: ['escalate'] },
      { apiGroups: [apiGroup], resources: ['clusterroles'], resourceNames: [roleRef.name], verbs: ['bind'] },
    ]);
    const all = role(rule({ verbs: ['*'] }));

    expect((await asAlice(setup, 'POST', ROLES, all)).code).toBe(201);
    expect((await asAlice(setup, 'POST', BINDINGS, { metadata: { name: 'b' }, roleRef })).code).toBe(201);
    expect((await asAlice(setup, 'POST', `${API}/clusterroles`, all)).code).toBe(403);
  });

  it('should allow aggregated roles only to users with all rights', async () => {
    const setup = await setUp(guarded);
    bind(setup, 'alice', rules);
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
    const body = { metadata: { name: 'r' }, rules: [], aggregationRule };

    const refused = await asAlice(setup, 'POST', `${API}/clusterroles`, body);
    const headers = { authorization: 'Bearer root' };
    const made = await setup.client.request('POST', `${API}/clusterroles`, { body, headers });

    expect(refused.code).toBe(403);
    expect(refused.message).toContain('must have cluster-admin privileges to use the aggregationRule');
    expect(made.code).toBe(201);
  });
});

it('should return exactly the rights that no single rule allows', () => {
  const some = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.subarray(values, { minLength: 1 });
  const anyRule = fc.record({
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', '*/log', 'deployments'),
    verbs: some('get', 'delete', '*'),
    resourceNames: fc.oneof(fc.constant([]), some('x', 'y')),
  });
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 4 }), anyRule, (owned, wanted) => {
      const lacking: string[] = [];
      const names = wanted.resourceNames.length === 0 ? [''] : wanted.resourceNames;
      for (const group of wanted.apiGroups) {
        for (const whole of wanted.resources) {
          const [resource = '', subresource = ''] = whole.split('/');
          for (const verb of wanted.verbs) {
            for (const name of names) {
              const asked = { user: '', groups: [], path: '', group, resource, subresource, verb, name };
              if (!owned.some((one) => allows(one, asked))) lacking.push([group, whole, verb, name].join());
            }
          }
        }
      }
      const found = uncovered(owned, [wanted]).map(({ apiGroups, resources, verbs, resourceNames = [''] }) =>
        [apiGroups, resources, verbs, resourceNames].join(),
      );
      expect([...found].sort()).toEqual(lacking.sort());
    }),
  );
});

it('should return exactly the paths that no single rule allows', () => {
  const some = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.subarray(values, { minLength: 1 });
  const anyRule = fc.record({
    nonResourceURLs: some('/a', '/a*', '/a**', '/ab', '/ab/c', '/ab/*', '/b*', '*', '**', '/', '/abc'),
    verbs: some('get', 'post', '*'),
  });
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 4 }), anyRule, (owned, wanted) => {
      const lacking = wanted.nonResourceURLs.flatMap((path) =>
        wanted.verbs
          .filter((verb) => !owned.some((one) => allows(one, { user: '', groups: [], path, verb })))
          .map((verb) => `${path} ${verb}`),
      );

      const found = uncovered(owned, [wanted]).map(({ nonResourceURLs = [], verbs }) =>
        [...nonResourceURLs, ...verbs].join(' '),
      );
      expect(found).toEqual(lacking);
    }),
  );
});

describe('uncovered', () => {
  let reads = 0;
  /** Returns a copy of a rule. The copy counts how often its `verbs` are read. */
  const counted = (given: PolicyRule): PolicyRule => ({
    ...given,
    get verbs() {
      reads++;
      return given.verbs;
    },
  });
  beforeEach(() => {
    reads = 0;
  });
  const names = (count: number, from = 0): string[] =>
    Array.from({ length: count }, (_, at) => `n${from + at}`);

  it('should read each rule once for all names of a resource, and once for all paths', () => {
    const owned = names(500).map((name) => counted(rule({ resourceNames: [name] })));
    const paths = names(500).map((name) => counted({ nonResourceURLs: [`/${name}*`], verbs: ['get'] }));
    const wanted = [
      rule({ resourceNames: names(600) }),
      { nonResourceURLs: names(600).map((name) => `/${name}`), verbs: ['get'] },
    ];

    const lacking = uncovered([...owned, ...paths], wanted);

    expect(
      lacking.map(({ resourceNames: [name] = [] }) => name).filter((name) => name !== undefined),
    ).toEqual(names(100, 500));
    expect(lacking.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)).toHaveLength(0);
    expect(reads).toBeLessThan(3_000);
  });

  it.each<[string, PolicyRule]>([
    ['names', rule({ apiGroups: ['x'.repeat(1_000_000)], resourceNames: names(9) })],
    ['verbs', rule({ resources: ['x'.repeat(1_000_000)], verbs: names(9) })],
    ['verbs on a path', { nonResourceURLs: [`/${'x'.repeat(1_000_000)}`], verbs: names(9) }],
  ])('should refuse long texts in many rights (413): %s', (_, wanted) => {
    expect(() => uncovered([], [wanted])).toThrow(
      expect.objectContaining({
        status: expect.objectContaining({
          code: 413,
          message: expect.stringMatching(/9 rights with more than 8388608 characters .*, or several roles$/),
        }),
      }),
    );
    const [name = ''] = names(1);
    const one = wanted.resourceNames === undefined ? { verbs: [name] } : { resourceNames: [name] };
    expect(uncovered([], [{ ...wanted, ...one }])).toHaveLength(1);
  });

  it('should refuse more than ten million comparisons (413)', () => {
    const owned = names(1_000).map(() => rule({ verbs: names(100), resources: ['none'] }));
    const wanted = names(200).map((verb) => rule({ verbs: [verb] }));

    expect(() => uncovered(owned, wanted)).toThrow(
      expect.objectContaining({
        status: expect.objectContaining({
          code: 413,
          message: expect.stringMatching(/more than 10000000 comparisons .*bind fewer roles to the user$/),
        }),
      }),
    );
    expect(() => uncovered(owned, wanted.slice(0, 50))).not.toThrow();
  });
});
