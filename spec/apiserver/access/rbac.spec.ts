import { isDeepStrictEqual } from 'node:util';
import { expect, it } from '@jest/globals';
import type { ApiServer, ApiServerOptions } from 'rx-informer/apiserver';
import { core, rbac } from 'rx-informer/kinds';
import { CM, CR, throughBothDoors } from '../support/in-process-and-over-http.ts';

const guarded: ApiServerOptions = {
  tokens: { root: 'root', alice: { user: 'alice', groups: ['devs'] }, bob: { user: 'bob' } },
};
const as = (token: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
});

interface Rule {
  readonly verbs: string[];
  readonly apiGroups?: string[];
  readonly resources?: string[];
  readonly resourceNames?: string[];
  readonly nonResourceURLs?: string[];
}

const alice = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' };
const devs = { ...alice, kind: 'Group', name: 'devs' };
const refTo = (kind: string, name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name });

/**
 * Creates a role with these rules, and binds the role to a user or group. The binding applies to the cluster or to the
 * namespace `ns`.
 */
function bind({ objects }: ApiServer, rules: Rule[], { namespace = '', subject = alice } = {}): void {
  const name = `r${objects.list(rbac.v1.clusterroles).length}`;
  objects.create(rbac.v1.clusterroles, { metadata: { name }, rules });
  bindRole({ objects }, name, namespace, subject);
}

function bindRole(
  { objects }: Pick<ApiServer, 'objects'>,
  name: string,
  namespace = '',
  subject: object = alice,
): void {
  const binding = { roleRef: refTo('ClusterRole', name), subjects: [subject] as never };
  const bindingName = `b-${name}`;
  if (namespace === '')
    objects.create(rbac.v1.clusterrolebindings, { metadata: { name: bindingName }, ...binding });
  else objects.create(rbac.v1.rolebindings, { metadata: { name: bindingName, namespace }, ...binding });
}

throughBothDoors('roles and bindings', (setUp) => {
  it('should let a user with the right to list by name select only that name', async () => {
    const { server, client } = await setUp(guarded);
    const verbs = ['list', 'watch'];
    bind(server, [{ verbs, apiGroups: [''], resources: ['configmaps'], resourceNames: ['c0'] }]);
    const list = (selector: string): ReturnType<typeof client.request> =>
      client.request('GET', `${CM}?fieldSelector=${encodeURIComponent(selector)}`, as('alice'));

    expect(await list('metadata.name=c0')).toMatchObject({ code: 200 });
    expect(await list('metadata.name=c1')).toMatchObject({ code: 403 });
    expect(await list('metadata.name!=c1')).toMatchObject({ code: 403 });
    expect(await client.request('GET', CM, as('alice'))).toMatchObject({ code: 403 });
  });

  it('should refuse a null rule, and treat null in a rule as an empty string', async () => {
    const { server, client } = await setUp(guarded);
    const create = (name: string, rules: unknown): ReturnType<typeof client.request> =>
      client.request('POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles', {
        body: { metadata: { name }, rules },
        ...as('root'),
      });
    const nulls = [{ verbs: [null, 'list'], apiGroups: [null], resources: ['pods', null] }];

    expect(await create('a', [null])).toMatchObject({
      code: 422,
      body: { message: expect.stringContaining('rules[0].verbs: Required value') },
    });
    expect(await create('b', nulls)).toMatchObject({ code: 201 });
    bindRole(server, 'b');
    expect(await client.request('GET', CM, as('alice'))).toMatchObject({ code: 403 });
    expect(await client.request('GET', '/api/v1/pods', as('alice'))).toMatchObject({ code: 200 });
  });

  it('should not let a role in a namespace list or watch the namespaces, not even by name', async () => {
    const { server, client } = await setUp(guarded);
    const verbs = ['get', 'list', 'watch'];
    bind(server, [{ verbs, apiGroups: [''], resources: ['namespaces'] }], { namespace: 'ns' });
    const code = async (path: string): Promise<number> =>
      (await client.request('GET', path, as('alice'))).code;
    const selected = 'fieldSelector=metadata.name%3Dns';

    expect(await code('/api/v1/namespaces/ns')).toBe(200);
    expect(await code(`/api/v1/namespaces?${selected}`)).toBe(403);
    expect(await code(`/api/v1/namespaces?watch=true&timeoutSeconds=1&${selected}`)).toBe(403);
    expect(await code(`/api/v1/watch/namespaces?timeoutSeconds=1&${selected}`)).toBe(403);
    expect(await code('/api/v1/watch/namespaces/ns?timeoutSeconds=1')).toBe(200);
  });

  it.each([
    ['nobody', { subjects: [{ ...alice, name: '' }] }, 'subjects[0].name'],
    ['an unknown kind', { subjects: [{ ...alice, kind: 'Robot' }] }, 'subjects[0].kind'],
    [
      'an account of no namespace',
      { subjects: [{ kind: 'ServiceAccount', name: 'x' }] },
      'subjects[0].namespace',
    ],
    ['a role of a namespace', { roleRef: refTo('Role', 'x') }, 'roleRef.kind'],
    [
      'a role of another group',
      { roleRef: { ...refTo('ClusterRole', 'x'), apiGroup: 'y' } },
      'roleRef.apiGroup',
    ],
  ])('should refuse to bind %s in the cluster', async (_, more, field) => {
    const { client } = await setUp();
    const body = { metadata: { name: 'x' }, roleRef: refTo('ClusterRole', 'x'), ...more };

    expect(
      await client.request('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', { body }),
    ).toMatchObject({ code: 422, body: { details: { causes: [{ field }] } } });
  });

  it('should allow a user without a role only self reviews (P118, P132, P133)', async () => {
    const { client } = await setUp(guarded);

    expect((await client.request('GET', CM, as('bob'))).code).toBe(403);
    expect((await client.request('GET', '/metrics', as('bob'))).code).toBe(403);
    expect((await client.request('GET', '/api', as('bob'))).code).toBe(200);
    expect((await client.request('GET', '/version', as('bob'))).code).toBe(200);
    expect((await client.request('GET', CM, as('root'))).code).toBe(200);
  });

  it.each<[string, Rule, string, string, number]>([
    ['a verb', { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }, 'GET', CM, 200],
    ['another verb', { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] }, 'GET', CM, 403],
    ['every verb', { verbs: ['*'], apiGroups: [''], resources: ['configmaps'] }, 'DELETE', `${CM}/c1`, 200],
    ['another group', { verbs: ['*'], apiGroups: ['apps'], resources: ['configmaps'] }, 'GET', CM, 403],
    ['every group', { verbs: ['*'], apiGroups: ['*'], resources: ['widgets'] }, 'GET', CR, 200],
    [
      'every resource',
      { verbs: ['list'], apiGroups: ['demo.example.com'], resources: ['*'] },
      'GET',
      CR,
      200,
    ],
    [
      'a name',
      { verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['c1'] },
      'GET',
      `${CM}/c1`,
      200,
    ],
    [
      'another name',
      { verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['c1'] },
      'GET',
      `${CM}/c2`,
      403,
    ],
    [
      'a name, for the collection',
      { verbs: ['list'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['c1'] },
      'GET',
      CM,
      403,
    ],
    [
      'the object, for a subresource',
      { verbs: ['get'], apiGroups: ['*'], resources: ['widgets'] },
      'GET',
      `${CR}/w/status`,
      403,
    ],
    [
      'a subresource',
      { verbs: ['get'], apiGroups: ['*'], resources: ['widgets/status'] },
      'GET',
      `${CR}/w/status`,
      200,
    ],
    [
      'a subresource of everything',
      { verbs: ['get'], apiGroups: ['*'], resources: ['*/status'] },
      'GET',
      `${CR}/w/status`,
      200,
    ],
    ['a path', { verbs: ['get'], nonResourceURLs: ['/metrics/*'] }, 'GET', '/metrics/x', 404],
    ['a path with stars', { verbs: ['get'], nonResourceURLs: ['/metrics/**'] }, 'GET', '/metrics/x', 404],
    ['another path', { verbs: ['get'], nonResourceURLs: ['/metrics'] }, 'GET', '/metrics/x', 403],
  ])('should apply a rule for %s', async (_, rule, method, path, code) => {
    const { client, server } = await setUp(guarded);
    bind(server, [rule]);

    expect((await client.request(method, path, as('alice'))).code).toBe(code);
  });

  it('should give the rights of a binding only in its namespace', async () => {
    const { client, server } = await setUp(guarded);
    bindRole(server, 'view', 'ns');

    expect((await client.request('GET', CM, as('alice'))).code).toBe(200);
    expect((await client.request('GET', '/api/v1/namespaces/ns', as('alice'))).code).toBe(200);
    expect((await client.request('GET', '/api/v1/configmaps', as('alice'))).code).toBe(403);
    expect((await client.request('GET', '/api/v1/namespaces/default/configmaps', as('alice'))).code).toBe(
      403,
    );
    expect((await client.request('DELETE', `${CM}/c1`, as('alice'))).code).toBe(403);
    expect((await client.request('GET', CM.replace('configmaps', 'secrets'), as('alice'))).code).toBe(403);
  });

  it.each([
    ['apply', 'PATCH', CM, { 'content-type': 'application/apply-patch+yaml' }, 'ConfigMap'],
    ['PUT', 'PUT', '/api/v1/namespaces/ns/limitranges', {}, 'LimitRange'],
  ])(
    'should let %s create an object only with the additional right to create',
    async (_, method, collection, type: Record<string, string>, kind) => {
      const { server, client } = await setUp(guarded);
      const resource = collection.split('/').at(-1) ?? '';
      const rule = { apiGroups: [''], resources: [resource] };
      bind(server, [{ ...rule, verbs: ['update', 'patch', 'get'] }], { namespace: 'ns' });
      const write = (name: string, query = '') =>
        client.request(method, `${collection}/${name}?fieldManager=m${query}`, {
          ...as('alice', type),
          body: { apiVersion: 'v1', kind, metadata: { name, labels: { a: 'b' } } },
        });

      const refused = await write('fresh');
      expect(refused.code).toBe(403);
      expect(refused.body).toMatchObject({
        reason: 'Forbidden',
        message: expect.stringContaining(
          `User "alice" cannot create resource "${resource}" in API group "" in the namespace "ns"`,
        ),
      });
      expect((await write('fresh', '&dryRun=All')).code).toBe(403);
      expect((await client.request('GET', `${collection}/fresh`, as('root'))).code).toBe(404);

      bind(server, [{ ...rule, verbs: ['create'], resourceNames: ['fresh'] }], { namespace: 'ns' });
      expect((await write('other')).code).toBe(403);
      expect([200, 201]).toContain((await write('fresh')).code);
      expect((await write('fresh')).code).toBe(200);
    },
  );

  it('should not let a binding within a namespace create that namespace by an apply', async () => {
    const { server, client } = await setUp(guarded);
    const rule = { apiGroups: [''], resources: ['namespaces'], verbs: ['*'] };
    bind(server, [{ ...rule, verbs: ['patch'] }]);
    bind(server, [rule], { namespace: 'ns' });
    const apply = (name: string) =>
      client.request('PATCH', `/api/v1/namespaces/${name}?fieldManager=m`, {
        ...as('alice', { 'content-type': 'application/apply-patch+yaml' }),
        body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      });

    expect((await apply('ns')).code).toBe(200);
    expect(await apply('fresh')).toMatchObject({
      code: 403,
      body: {
        message: expect.stringContaining('cannot create resource "namespaces" in API group "" at the'),
      },
    });
  });

  it('should apply groups, and revoke rights', async () => {
    const { client, server } = await setUp(guarded);
    bind(server, [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }], { subject: devs });

    expect((await client.request('GET', CM, as('alice'))).code).toBe(200);
    expect((await client.request('GET', CM, as('bob'))).code).toBe(403);
    for (const { metadata } of server.objects.list(rbac.v1.clusterrolebindings)) {
      server.objects.delete(rbac.v1.clusterrolebindings, metadata.name);
    }
    expect((await client.request('GET', CM, as('alice'))).code).toBe(403);
  });

  it('should aggregate roles', async () => {
    const { client, server } = await setUp(guarded);
    bindRole(server, 'view', 'ns');
    server.objects.create(rbac.v1.clusterroles, {
      metadata: {
        name: 'widgets-view',
        labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' },
      },
      rules: [{ verbs: ['list'], apiGroups: ['demo.example.com'], resources: ['widgets'] }],
    });
    const deadline = Date.now() + 4000;
    // The role `view` is aggregated into `edit`, and `edit` is aggregated into `admin`.
    const rules = (): string => JSON.stringify(server.objects.get(rbac.v1.clusterroles, 'admin')?.rules);
    while (!rules().includes('widgets') && Date.now() < deadline)
      await new Promise((go) => setTimeout(go, 5));

    expect(rules()).toContain('widgets');
    expect((await client.request('GET', CR, as('alice'))).code).toBe(200);
  });

  it('should allow impersonation only with the right to it', async () => {
    const { client, server } = await setUp(guarded);
    bind(server, [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }], { subject: devs });
    const list = (token: string, more: Record<string, string>) => client.request('GET', CM, as(token, more));

    expect((await list('root', { 'Impersonate-User': 'carol' })).code).toBe(403);
    expect((await list('root', { 'Impersonate-User': 'carol', 'Impersonate-Group': 'ops, devs' })).code).toBe(
      200,
    );
    const { code, body } = await list('alice', { 'Impersonate-User': 'root' });
    expect([code, body]).toMatchObject([
      403,
      {
        message:
          'configmaps is forbidden: User "alice" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "ns"',
      },
    ]);
    expect((await list('root', { 'Impersonate-Group': 'devs' })).code).toBe(400);

    const account = { 'Impersonate-User': 'system:serviceaccount:a:b', 'Impersonate-Group': 'g' };
    expect((await list('alice', account)).body).toMatchObject({
      message:
        'serviceaccounts "b" is forbidden: User "alice" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "a"',
    });
    expect((await list('alice', { 'Impersonate-User': 'system:node:n' })).body).toMatchObject({
      message: expect.stringMatching(/cannot impersonate-on:arbitrary-node:list resource/),
    });
  });

  it('should give tokens to service accounts, and accept them while the account exists', async () => {
    const { client, server } = await setUp(guarded);
    const account = { kind: 'ServiceAccount', apiGroup: '', name: 'robot', namespace: 'ns' };
    server.objects.create(core.v1.serviceaccounts, { metadata: { name: 'robot', namespace: 'ns' } });
    bind(server, [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }], { subject: account });
    const path = '/api/v1/namespaces/ns/serviceaccounts/robot/token';

    const { code, body } = await client.request('POST', path, { body: {}, ...as('root') });
    const { token } = (body as { status: { token: string } }).status;

    expect(code).toBe(201);
    expect((await client.request('GET', CM, as(token))).code).toBe(200);
    expect((await client.request('GET', CM, as(`${token.slice(0, -3)}AAA`))).code).toBe(401);
    server.objects.delete(core.v1.serviceaccounts, 'ns/robot');
    expect((await client.request('GET', CM, as(token))).code).toBe(401);
  });
});

throughBothDoors('access reviews', (setUp) => {
  const reviews = '/apis/authorization.k8s.io/v1';
  const resourceAttributes = { namespace: 'ns', verb: 'list', resource: 'configmaps' };

  it('should return their own rights to users (P132)', async () => {
    const { client, server } = await setUp(guarded);
    const ask = async (token: string): Promise<unknown> => {
      const body = { spec: { resourceAttributes } };
      return (await client.request('POST', `${reviews}/selfsubjectaccessreviews`, { body, ...as(token) }))
        .body;
    };

    expect(await ask('alice')).toMatchObject({ status: { allowed: false } });
    bindRole(server, 'view', 'ns');
    expect(await ask('alice')).toEqual({
      kind: 'SelfSubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: {},
      spec: { resourceAttributes },
      status: {
        allowed: true,
        reason: 'RBAC: allowed by RoleBinding "b-view/ns" of ClusterRole "view" to User "alice"',
      },
    });
    expect(await ask('root')).toMatchObject({ status: { allowed: true } });
  });

  it('should return the rights of others with the right to ask', async () => {
    const { client, server } = await setUp(guarded);
    bindRole(server, 'view', '', devs);
    const ask = (token: string, path: string, spec: object) =>
      client.request('POST', path, { body: { spec }, ...as(token) });
    const spec = { user: 'carol', groups: ['devs'], resourceAttributes };
    const local = '/apis/authorization.k8s.io/v1/namespaces/ns/localsubjectaccessreviews';

    expect((await ask('alice', `${reviews}/subjectaccessreviews`, spec)).code).toBe(403);
    for (const path of [`${reviews}/subjectaccessreviews`, local]) {
      expect((await ask('root', path, spec)).body).toMatchObject({ status: { allowed: true } });
    }
    expect((await ask('root', `${reviews}/subjectaccessreviews`, { resourceAttributes })).code).toBe(422);
    expect((await ask('root', `${reviews}/subjectaccessreviews`, { user: 'carol' })).code).toBe(422);
    const elsewhere = { ...spec, resourceAttributes: { ...resourceAttributes, namespace: 'default' } };
    expect((await ask('root', local, elsewhere)).code).toBe(422);
  });

  it('should list the rules of a user', async () => {
    const { client, server } = await setUp(guarded);
    const rule = { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] };
    bind(server, [rule], { namespace: 'ns' });
    const path = `${reviews}/selfsubjectrulesreviews`;

    const { body } = await client.request('POST', path, {
      body: { spec: { namespace: 'ns' } },
      ...as('alice'),
    });

    expect(body).toMatchObject({
      status: {
        incomplete: false,
        resourceRules: expect.arrayContaining([rule]),
        nonResourceRules: expect.arrayContaining([expect.objectContaining({ verbs: ['get'] })]),
      },
    });
  });

  it('should list the rules of a role once, for any number of bindings', async () => {
    const { client, server } = await setUp(guarded);
    const rule = { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] };
    server.objects.create(rbac.v1.clusterroles, { metadata: { name: 'often' }, rules: [rule] });
    bindRole(server, 'often');
    bindRole(server, 'often', 'ns');

    const { body } = await client.request('POST', `${reviews}/selfsubjectrulesreviews`, {
      body: { spec: { namespace: 'ns' } },
      ...as('alice'),
    });

    const { resourceRules } = (body as { status: { resourceRules: readonly object[] } }).status;
    expect(resourceRules.filter((one) => isDeepStrictEqual(one, rule))).toHaveLength(1);
  });

  it.each([
    [
      '50,000 values',
      12,
      (at: number) => ({ resources: Array.from({ length: 5_000 }, (_, n) => `r${at}-${n}`) }),
    ],
    ['3 Mi characters', 4, (at: number) => ({ resources: [`${at}${'x'.repeat(1_000_000)}`] })],
  ])('should list the rules of at most %s, and report it', async (_, count, more) => {
    const { client, server } = await setUp(guarded);
    const rules = Array.from({ length: count }, (_, at) => ({
      verbs: ['list'],
      apiGroups: [''],
      ...more(at),
    }));
    bind(server, rules, { namespace: 'ns' });

    const { body } = await client.request('POST', `${reviews}/selfsubjectrulesreviews`, {
      body: { spec: { namespace: 'ns' } },
      ...as('alice'),
    });

    expect(body).toMatchObject({
      status: {
        incomplete: true,
        evaluationError: expect.stringMatching(
          /^the user has \d+ rules, of which the first \d+ are listed: .*/,
        ),
      },
    });
    const { resourceRules } = (body as { status: { resourceRules: readonly Rule[] } }).status;
    const mine = resourceRules.filter(({ verbs }) => verbs.includes('list'));
    expect(mine.length).toBeGreaterThan(2);
    expect(mine.length).toBeLessThan(count);
  });

  it('should return the current user, and the user of a token (P133)', async () => {
    const { client } = await setUp(guarded);
    const ask = async (path: string, body: object, token: string): Promise<unknown> =>
      (await client.request('POST', `/apis/authentication.k8s.io/v1/${path}`, { body, ...as(token) })).body;
    const user = { username: 'alice', groups: ['devs', 'system:authenticated'] };

    expect(await ask('selfsubjectreviews', {}, 'alice')).toMatchObject({
      metadata: { creationTimestamp: expect.any(String) },
      status: { userInfo: user },
    });
    expect(await ask('tokenreviews', { spec: { token: 'alice' } }, 'root')).toMatchObject({
      status: { authenticated: true, user },
    });
    expect(await ask('tokenreviews', { spec: { token: 'nobody' } }, 'root')).toMatchObject({
      status: { user: {} },
    });
  });
});
