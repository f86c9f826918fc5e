import { expect, it } from '@jest/globals';
import { throughBothDoors } from './support/in-process-and-over-http.ts';

const aggregated = {
  accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
};
const CR = '/apis/demo.example.com/v1/namespaces/ns/widgets';
const CM = '/api/v1/namespaces/ns/configmaps';

throughBothDoors('discovery', (setUp, door) => {
  it('should list versions and groups (P110)', async () => {
    const { client } = await setUp();

    expect((await client.request('GET', '/api')).body).toMatchObject({
      kind: 'APIVersions',
      versions: ['v1'],
    });
    const version = { groupVersion: 'apps/v1', version: 'v1' };
    expect((await client.request('GET', '/apis')).body).toMatchObject({
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: expect.arrayContaining([{ name: 'apps', versions: [version], preferredVersion: version }]),
    });
  });

  it('should list the resources of a group version (P111)', async () => {
    const { client } = await setUp();

    const core = await client.request('GET', '/api/v1');
    const group = await client.request('GET', '/apis/demo.example.com');
    const custom = await client.request('GET', '/apis/demo.example.com/v1');

    expect(core.body).toMatchObject({
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: expect.arrayContaining([
        expect.objectContaining({ name: 'pods', namespaced: true, kind: 'Pod', shortNames: ['po'] }),
        expect.objectContaining({
          name: 'nodes',
          namespaced: false,
          verbs: expect.arrayContaining(['watch']),
        }),
      ]),
    });
    expect(group.body).toMatchObject({ kind: 'APIGroup', name: 'demo.example.com' });
    expect(custom.body).toEqual({
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'demo.example.com/v1',
      resources: [
        {
          name: 'widgets',
          singularName: 'widget',
          namespaced: true,
          kind: 'Widget',
          verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
          shortNames: ['wd'],
          categories: ['all', 'demo'],
        },
        {
          name: 'widgets/status',
          singularName: '',
          namespaced: true,
          kind: 'Widget',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });

  it('should return everything in one document (P112)', async () => {
    const { client } = await setUp();

    const core = await client.request('GET', '/api', { headers: aggregated });
    const named = await client.request('GET', '/apis', { headers: aggregated });

    expect(core.body).toMatchObject({
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      items: [{ metadata: {}, versions: [{ version: 'v1', freshness: 'Current' }] }],
    });
    expect(named.body).toMatchObject({
      items: expect.arrayContaining([
        {
          metadata: { name: 'demo.example.com' },
          versions: [
            {
              version: 'v1',
              freshness: 'Current',
              resources: [
                {
                  resource: 'widgets',
                  responseKind: { group: 'demo.example.com', version: 'v1', kind: 'Widget' },
                  scope: 'Namespaced',
                  singularResource: 'widget',
                  verbs: expect.arrayContaining(['list', 'watch']),
                  shortNames: ['wd'],
                  categories: ['all', 'demo'],
                  subresources: [expect.objectContaining({ subresource: 'status' })],
                },
              ],
            },
          ],
        },
      ]),
    });
    if (door === 'process') return; // an in-process transport has no response headers
    expect(named.headers).toMatchObject({
      'content-type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
      vary: 'Accept',
    });
    const again = { ...aggregated, 'if-none-match': named.headers['etag'] ?? '' };
    expect(await client.request('GET', '/apis', { headers: again })).toMatchObject({ code: 304, body: '' });
    expect((await client.request('GET', '/api', { headers: again })).code).toBe(200);
  });

  it('should have a semantic version, and be healthy (P113, P115)', async () => {
    const { client } = await setUp();

    const { body } = await client.request('GET', '/version');

    expect(body).toMatchObject({
      major: '1',
      minor: expect.any(String),
      gitVersion: expect.stringMatching(semver),
    });
    for (const path of ['/healthz', '/livez', '/readyz']) {
      expect(await client.request('GET', path)).toMatchObject({ code: 200, body: 'ok' });
    }
  });

  it('should describe in OpenAPI how to patch a kind (P114)', async () => {
    const { client } = await setUp();

    const { body } = await client.request('GET', '/openapi/v3');
    const { paths } = body as { paths: Readonly<Record<string, { serverRelativeURL: string }>> };
    const document = await client.request('GET', paths['apis/demo.example.com/v1']?.serverRelativeURL ?? '');

    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['api/v1', 'apis/apps/v1']));
    expect(document.body).toMatchObject({
      paths: {
        '/apis/demo.example.com/v1/namespaces/{namespace}/widgets/{name}': {
          patch: {
            'x-kubernetes-group-version-kind': { group: 'demo.example.com', version: 'v1', kind: 'Widget' },
            parameters: expect.arrayContaining([
              expect.objectContaining({ name: 'fieldValidation', in: 'query' }),
            ]),
            requestBody: { content: { 'application/merge-patch+json': {} } },
          },
        },
      },
    });
  });

  it('should describe a recursive kind in OpenAPI (P114)', async () => {
    const { client } = await setUp();

    const { code, body } = await client.request('GET', '/openapi/v3/apis/apiextensions.k8s.io/v1');

    const name = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';
    expect(code).toBe(200);
    expect(body).toMatchObject({
      components: {
        schemas: { [name]: { properties: { not: { $ref: `#/components/schemas/${name}` } } } },
      },
    });
  });

  it.each([
    '/api/v1/namespaces/ns/foos',
    '/api/v2/namespaces/ns/configmaps',
    '/api/v2',
    '/apis/none.example.com',
    '/apis/none.example.com/v1',
    '/apis/apps/v9',
    '/apis/apps/v1/namespaces/ns/pods',
    '/api/v1/namespaces/ns/nodes',
    '/api/v1/configmaps/c1',
    `${CM}/c1/log`,
    `${CM}/c1/status/more`,
    '/openapi/v3/apis/none/v1',
    '/version/x',
    '/metrics',
    '/constructor',
    '/api/v1/%E0%A4%A',
  ])('should not find %s (P30)', async (path) => {
    const { client } = await setUp();

    const { code, body } = await client.request('GET', path);

    expect([code, body]).toMatchObject([
      404,
      {
        kind: 'Status',
        reason: 'NotFound',
        message: 'the server could not find the requested resource',
        details: {},
      },
    ]);
  });

  it('should not find an object (P27, P28)', async () => {
    const { client } = await setUp();

    const builtIn = await client.request('GET', `${CM}/nope`);
    const custom = await client.request('GET', `${CR}/nope`);

    expect([builtIn.code, builtIn.body]).toMatchObject([404, { message: 'configmaps "nope" not found' }]);
    expect([custom.code, custom.body]).toMatchObject([
      404,
      { message: 'widgets.demo.example.com "nope" not found' },
    ]);
    if (door === 'process') return; // a StatusError does not contain the name and the kind in `details`
    expect(builtIn.body).toMatchObject({ details: { name: 'nope', kind: 'configmaps' } });
    expect(builtIn.body).not.toHaveProperty(['details', 'group']);
    expect(custom.body).toMatchObject({
      details: { name: 'nope', group: 'demo.example.com', kind: 'widgets' },
    });
  });

  it('should wait for the version of one object (P29)', async () => {
    const { client } = await setUp();

    expect((await client.request('GET', `${CM}/c1?resourceVersion=0`)).code).toBe(200);
    expect((await client.request('GET', `${CM}/c1?resourceVersion=${Number.MAX_SAFE_INTEGER}`)).code).toBe(
      504,
    );
    expect((await client.request('GET', `${CM}/c1?resourceVersion=abc`)).code).toBe(500);
  });

  it.each([
    ['PUT', CM],
    ['PATCH', CM],
    ['POST', `${CM}/c1`],
    ['POST', '/api/v1/configmaps'],
    ['DELETE', '/api/v1/configmaps'],
    ['POST', '/version'],
    ['POST', `/api/v1/watch/namespaces/ns/configmaps`],
  ])('should refuse %s of %s (P116)', async (method, path) => {
    const { client } = await setUp();

    const { code, body } = await client.request(method, path, { body: { metadata: { name: 'x' } } });

    expect([code, body]).toMatchObject([405, { reason: 'MethodNotAllowed', details: {} }]);
  });

  it.each([
    ['text/plain', 406],
    ['application/json;as=Table;v=v2;g=meta.k8s.io', 406],
    ['application/vnd.kubernetes.protobuf', 406],
    ['application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', 406],
    ['application/json;as=PartialObjectMetadataList;v=v1beta1;g=meta.k8s.io', 406],
    ['application/json;as=Foo, application/json', 200],
    ['application/json;as=Table;v=v1;g=meta.k8s.io,application/json', 200],
    ['*/*', 200],
    ['application/json, */*;q=0.8', 200],
    ['', 200],
  ])('should answer Accept: %s with %d (P106, P108)', async (accept, code) => {
    const { client } = await setUp();

    expect((await client.request('GET', CM, { headers: { accept } })).code).toBe(code);
  });
});

const semver = /^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
