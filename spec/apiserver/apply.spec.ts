import { expect, it } from '@jest/globals';
import type { Json } from '../../src/apiserver/json.ts';
import { CM, throughBothDoors } from './support/in-process-and-over-http.ts';
import { template } from './support/containers.ts';

const applied = { 'content-type': 'application/apply-patch+yaml' };
const merge = { 'content-type': 'application/merge-patch+json' };
const deployments = '/apis/apps/v1/namespaces/ns/deployments';

const configMap = (data: object): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x' },
  data,
});

const deployment = (spec: object): Json => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'd' } },
    template,
    ...spec,
  },
});

const fieldsOf = (body: unknown): readonly Json[] =>
  (body as { readonly metadata: { readonly managedFields: readonly Json[] } }).metadata.managedFields;

throughBothDoors('apply', (setUp) => {
  it('should read YAML as Go does', async () => {
    const { client } = await setUp();
    const body =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\nimmutable: off\ndata:\n  day: "2026-01-01"\n';

    const answer = await client.request('PATCH', `${CM}/x?fieldManager=me`, { headers: applied, body });

    expect(answer.body).toMatchObject({ data: { day: '2026-01-01' }, immutable: false });
    expect(fieldsOf(answer.body)).toMatchObject([
      { fieldsV1: { 'f:data': { 'f:day': {} }, 'f:immutable': {} } },
    ]);
  });

  it('should store nothing in a dry run, and return the result', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;
    const path = `${CM}/x?fieldManager=me&dryRun=All`;

    const answer = await client.request('PATCH', path, { headers: applied, body: configMap({ a: '1' }) });

    expect(answer.body).toMatchObject({ data: { a: '1' } });
    expect(fieldsOf(answer.body)).toMatchObject([{ manager: 'me' }]);
    expect(server.resourceVersion).toBe(resourceVersion);
    expect((await client.request('GET', `${CM}/x`)).code).toBe(404);
  });

  it('should write nothing without a change, and only the owners if only they change (P86)', async () => {
    const { client, server } = await setUp();
    const body = configMap({ a: '1' });
    await client.request('PATCH', `${CM}/x?fieldManager=one`, { headers: applied, body });
    const { resourceVersion } = server;

    await client.request('PATCH', `${CM}/x?fieldManager=one`, { headers: applied, body });
    expect(server.resourceVersion).toBe(resourceVersion);

    const shared = await client.request('PATCH', `${CM}/x?fieldManager=two`, { headers: applied, body });
    expect(fieldsOf(shared.body)).toMatchObject([{ manager: 'two' }, { manager: 'one' }]);
    expect(server.resourceVersion).not.toBe(resourceVersion);
  });

  it('should let an apply take over fields that a patch has written', async () => {
    const { client } = await setUp();
    await client.request('PATCH', `${CM}/x?fieldManager=one`, {
      headers: applied,
      body: configMap({ a: '1' }),
    });
    const headers = { ...merge, 'user-agent': 'kubectl/1.36' };
    await client.request('PATCH', `${CM}/x`, { headers, body: { data: { a: '2', b: '1' } } });

    const answer = await client.request('PATCH', `${CM}/x?fieldManager=one`, {
      headers: applied,
      body: configMap({ a: '1' }),
    });

    expect([answer.code, answer.body]).toMatchObject([
      409,
      {
        reason: 'Conflict',
        message: 'Apply failed with 1 conflict: conflict with "kubectl" using v1: .data.a',
      },
    ]);
    expect(
      await client.request('PATCH', `${CM}/x?fieldManager=one&force=true`, {
        headers: applied,
        body: configMap({ a: '1' }),
      }),
    ).toMatchObject({ code: 200, body: { data: { a: '1', b: '1' } } });
  });

  it('should track the owners of a status and of a scale by their subresources', async () => {
    const { client } = await setUp();
    const path = `${deployments}/d`;
    await client.request('PATCH', `${path}?fieldManager=one`, {
      headers: applied,
      body: deployment({ replicas: 1 }),
    });
    const status = { ...deployment({}), status: { replicas: 1 } };
    await client.request('PATCH', `${path}/status?fieldManager=two`, { headers: applied, body: status });
    await client.request('PATCH', `${path}/scale?fieldManager=three`, {
      headers: merge,
      body: { spec: { replicas: 3 } },
    });

    const { body } = await client.request('GET', path);
    expect(
      fieldsOf(body).map(({ manager, subresource, fieldsV1 }) => [manager, subresource, fieldsV1]),
    ).toEqual(
      expect.arrayContaining([
        [
          'one',
          undefined,
          {
            'f:spec': {
              'f:selector': {},
              'f:template': {
                'f:metadata': { 'f:labels': { 'f:app': {} } },
                'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:image': {}, 'f:name': {} } } },
              },
            },
          },
        ],
        ['two', 'status', { 'f:status': { 'f:replicas': {} } }],
        ['three', 'scale', { 'f:spec': { 'f:replicas': {} } }],
      ]),
    );

    const scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'd' },
      spec: { replicas: 5 },
    };
    const refused = await client.request('PATCH', `${path}/scale?fieldManager=four`, {
      headers: applied,
      body: scale,
    });
    expect([refused.code, refused.body]).toMatchObject([
      409,
      {
        message: expect.stringContaining(
          'conflict with "three" with subresource "scale" using autoscaling/v1',
        ),
      },
    ]);
    const forced = await client.request('PATCH', `${path}/scale?fieldManager=four&force=true`, {
      headers: applied,
      body: scale,
    });
    expect([forced.code, forced.body]).toMatchObject([200, { kind: 'Scale', spec: { replicas: 5 } }]);
    expect(fieldsOf((await client.request('GET', path)).body)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ manager: 'four', subresource: 'scale', operation: 'Apply' }),
      ]),
    );
  });

  it('should drop all owners on request', async () => {
    const { client } = await setUp();
    await client.request('PATCH', `${CM}/x?fieldManager=one`, {
      headers: applied,
      body: configMap({ a: '1' }),
    });

    const { body } = await client.request('PATCH', `${CM}/x?fieldManager=two`, {
      headers: merge,
      body: { metadata: { managedFields: [] } },
    });

    expect(body).not.toHaveProperty('metadata.managedFields');
  });

  it.each([
    ['no manager (P86)', '', configMap({}), 422, 'fieldManager: Required value: is required for apply patch'],
    [
      'a manager with a tab',
      '?fieldManager=a%09b',
      configMap({}),
      422,
      'invalid character U+0009 (at position 1)',
    ],
    [
      'another name',
      '?fieldManager=a',
      { ...configMap({}), metadata: { name: 'y' } },
      400,
      'does not match the name on the URL (x)',
    ],
    ['no name', '?fieldManager=a', { apiVersion: 'v1', kind: 'ConfigMap' }, 400, 'name must be provided'],
    ['text that is not YAML', '?fieldManager=a', '{a: b: c', 400, 'error decoding YAML'],
    ['a list', '?fieldManager=a', '[]', 400, 'error decoding YAML'],
  ])('should refuse %s', async (_, query, body, code, message) => {
    const { client } = await setUp();

    const answer = await client.request('PATCH', `${CM}/x${query}`, { headers: applied, body });

    expect([answer.code, answer.body]).toMatchObject([code, { message: expect.stringContaining(message) }]);
  });
});
