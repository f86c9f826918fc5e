import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../../support/in-process-and-over-http.ts';

interface Document {
  readonly definitions: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, unknown>>;
}

throughBothDoors('OpenAPI v2', (setUp, door) => {
  it('should contain the built-in and custom kinds, with their operations', async () => {
    const { client } = await setUp();

    const { body } = await client.request('GET', '/openapi/v2');

    const { definitions, paths } = body as Document;
    const widget = { group: 'demo.example.com', version: 'v1', kind: 'Widget' };
    expect(body).toMatchObject({ swagger: '2.0' });
    expect(definitions['io.k8s.api.apps.v1.Deployment']).toMatchObject({
      properties: { spec: { $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentSpec' } },
      'x-kubernetes-group-version-kind': [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
    });
    expect(definitions['com.example.demo.v1.Widget']).toMatchObject({
      'x-kubernetes-group-version-kind': [widget],
    });
    expect(paths['/apis/demo.example.com/v1/namespaces/{namespace}/widgets/{name}']).toMatchObject({
      patch: {
        'x-kubernetes-group-version-kind': widget,
        parameters: expect.arrayContaining([
          { name: 'fieldValidation', in: 'query', type: 'string', uniqueItems: true },
        ]),
      },
    });
  });

  it('should describe how to patch a kind, which kubectl apply uses', async () => {
    const { client } = await setUp();

    const { paths } = (await client.request('GET', '/openapi/v2')).body as Document;

    const every = ['json-patch+json', 'merge-patch+json', 'apply-patch+yaml'].map((t) => `application/${t}`);
    expect(paths['/apis/demo.example.com/v1/namespaces/{namespace}/widgets/{name}']).toMatchObject({
      patch: { consumes: every },
    });
    expect(paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}']).toMatchObject({
      patch: { consumes: [...every, 'application/strategic-merge-patch+json'] },
    });
  });

  it('should have no unresolved references', async () => {
    const { client } = await setUp();

    const { body } = await client.request('GET', '/openapi/v2');

    const { definitions } = body as Document;
    const references = [...JSON.stringify(body).matchAll(/"#\/(?:definitions|components)[^"]*"/g)];
    const names = new Set(references.map(([text]) => text.slice(1, -1).replace('#/definitions/', '')));
    expect(names.size).toBeGreaterThan(100);
    expect([...names].filter((name) => !Object.hasOwn(definitions, name))).toEqual([]);
  });

  if (door === 'process') return; // an in-process transport has no response headers

  it('should be cached by its ETag until a resource is added', async () => {
    const { client } = await setUp();
    const { headers } = await client.request('GET', '/openapi/v2');
    const known = { 'if-none-match': headers['etag'] ?? '' };

    expect(headers['etag']).toMatch(/^"[0-9A-F]+"$/);
    expect(await client.request('GET', '/openapi/v2', { headers: known })).toMatchObject({
      code: 304,
      body: '',
    });
    const names = { plural: 'gears', kind: 'Gear' };
    const schema = { openAPIV3Schema: { type: 'object' } };
    const spec = {
      group: 'demo.example.org',
      names,
      scope: 'Cluster',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    };
    const metadata = { name: 'gears.demo.example.org' };
    const body = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata,
      spec,
    };
    await client.request('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body });
    const again = await client.request('GET', '/openapi/v2', { headers: known });
    expect(again.code).toBe(200);
    expect((again.body as Document).definitions).toHaveProperty(['org.example.demo.v1.Gear']);
  });

  it.each([
    [
      'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
      200,
      'application/com.github.proto-openapi',
    ],
    [
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
      200,
      'application/com.github.proto-openapi',
    ],
    ['application/json', 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    ['application/yaml', 406, undefined],
    ['text/html', 406, undefined],
  ])('should answer Accept %s with a %d', async (accept, code, type) => {
    const { client } = await setUp();

    const answer = await client.request('GET', '/openapi/v2', { headers: { accept } });

    expect(answer.code).toBe(code);
    expect(answer.headers['content-type']).toEqual(
      type === undefined ? undefined : expect.stringContaining(type),
    );
  });
});
