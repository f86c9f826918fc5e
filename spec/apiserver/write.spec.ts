import { expect, it } from '@jest/globals';
import type { Answer, Client } from './support/client.ts';
import { CM, configMaps, CR, throughBothDoors, widgets } from './support/in-process-and-over-http.ts';
import { emitted } from './support/watching.ts';
import { containers, template } from './support/containers.ts';

interface Body {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly resourceVersion: string };
}

const bodyOf = ({ body }: Answer): Body => body as Body;
const widget = (name: string, more: object = {}): object => ({
  kind: 'Widget',
  apiVersion: 'demo.example.com/v1',
  metadata: { name },
  ...more,
});
const merge = { 'content-type': 'application/merge-patch+json' };
const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
const jsonPatch = { 'content-type': 'application/json-patch+json' };

async function get(client: Client, path: string): Promise<Body> {
  return bodyOf(await client.request('GET', path));
}

throughBothDoors('create', (setUp, door) => {
  it('should set the fields of the server (P61, P62, P69)', async () => {
    const { client } = await setUp({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) });
    const metadata = {
      name: 'x',
      uid: 'mine',
      creationTimestamp: '2001-01-01T00:00:00Z',
      deletionTimestamp: '2001-01-01T00:00:00Z',
      selfLink: '/x',
      labels: { a: 'b' },
    };

    const { code, body } = await client.request('POST', CM, { body: { metadata, data: { k: 'v' } } });

    expect(code).toBe(201);
    expect(body).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: {
        name: 'x',
        namespace: 'ns',
        uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        resourceVersion: expect.stringMatching(/^[1-9]\d*$/),
        creationTimestamp: '2026-01-02T03:04:05Z',
        labels: { a: 'b' },
        managedFields: [
          {
            manager: 'unknown',
            operation: 'Update',
            apiVersion: 'v1',
            time: '2026-01-02T03:04:05Z',
            fieldsType: 'FieldsV1',
            fieldsV1: {
              'f:data': { '.': {}, 'f:k': {} },
              'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
            },
          },
        ],
      },
      data: { k: 'v' },
    });
    expect(await get(client, `${CM}/x`)).toEqual(body);
  });

  it('should generate a free name (P65)', async () => {
    const { client } = await setUp();
    const body = { metadata: { generateName: 'gen-' } };

    const answer = await client.request('POST', CM, { body });

    expect(bodyOf(answer).metadata).toMatchObject({
      generateName: 'gen-',
      name: expect.stringMatching(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/),
    });
  });

  it('should give up after eight generated names that exist already (P65)', async () => {
    const { client } = await setUp({ random: () => 0 });
    const body = { metadata: { generateName: 'gen-' } };

    const [first, second] = [
      await client.request('POST', CM, { body }),
      await client.request('POST', CM, { body }),
    ];

    expect([first.code, first.body]).toMatchObject([201, { metadata: { name: 'gen-bbbbb' } }]);
    expect([second.code, second.body]).toMatchObject([
      409,
      { message: 'configmaps "gen-bbbbb" already exists' },
    ]);
  });

  it.each([
    ['P63', CM, { metadata: { name: 'c1' } }, 409, 'AlreadyExists', 'configmaps "c1" already exists'],
    [
      'P64',
      CM,
      { metadata: { name: 'x', resourceVersion: '5' } },
      500,
      '',
      'resourceVersion should not be set',
    ],
    ['P66', CM, { metadata: {} }, 422, 'Invalid', 'ConfigMap "" is invalid: metadata.name: Required value'],
    [
      'P67',
      CR,
      widget('Bad_Name'),
      422,
      'Invalid',
      'Widget.demo.example.com "Bad_Name" is invalid: metadata.name',
    ],
    [
      'P67',
      CM,
      { metadata: { name: 'x'.repeat(254) } },
      422,
      'Invalid',
      'must be no more than 253 characters',
    ],
    [
      'P68',
      CM,
      { metadata: { name: 'x', namespace: 'other' } },
      400,
      'BadRequest',
      'does not match the namespace',
    ],
    ['P69', CR, { metadata: { name: 'x' } }, 400, 'BadRequest', "Object 'Kind' is missing"],
    [
      'P69',
      CR,
      { kind: 'Widget', metadata: { name: 'x' } },
      400,
      'BadRequest',
      'the API version in the data () does not match',
    ],
    [
      'P70',
      CM,
      { kind: 'Pod', metadata: { name: 'x' } },
      400,
      'BadRequest',
      'cannot be handled as a ConfigMap',
    ],
    [
      'P70',
      CR,
      { ...widget('x'), apiVersion: 'v1' },
      400,
      'BadRequest',
      'the API version in the data (v1) does not match the expected API version (demo.example.com/v1)',
    ],
    ['P71', CM, '{', 400, 'BadRequest', 'the object provided is unrecognized'],
    ['a list', CM, '[]', 400, 'BadRequest', 'it must be a JSON object'],
    [
      'bad metadata',
      CM,
      { metadata: 5 },
      400,
      'BadRequest',
      'field ConfigMap.metadata of type v1.ObjectMeta',
    ],
    [
      'bad name',
      CM,
      { metadata: { name: 5 } },
      400,
      'BadRequest',
      'cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    [
      'bad labels',
      CM,
      { metadata: { name: 'x', labels: { a: 1 } } },
      400,
      'BadRequest',
      'cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      'bad finalizers',
      CM,
      { metadata: { name: 'x', finalizers: 'a' } },
      400,
      'BadRequest',
      'cannot unmarshal string into Go struct field ObjectMeta.metadata.finalizers of type []string',
    ],
    [
      'bad owners',
      CM,
      { metadata: { name: 'x', ownerReferences: ['a'] } },
      400,
      'BadRequest',
      'cannot unmarshal string into Go struct field ObjectMeta.metadata.ownerReferences of type v1.OwnerReference',
    ],
    [
      'P127',
      '/api/v1/namespaces/no/configmaps',
      { metadata: { name: 'x' } },
      404,
      'NotFound',
      'namespaces "no" not found',
    ],
  ])('should refuse it (%s)', async (_, path, body, code, reason, message) => {
    const { client } = await setUp();

    const answer = await client.request('POST', path, { body });

    expect([answer.code, answer.body]).toMatchObject([code, { message: expect.stringContaining(message) }]);
    expect((answer.body as { reason?: string }).reason ?? '').toBe(reason);
  });

  it('should name the object, by plural if it exists and by kind if it is invalid', async () => {
    const { client } = await setUp();

    const exists = await client.request('POST', CR, { body: widget('w') });
    const invalid = await client.request('POST', CR, { body: widget('Bad_Name') });

    expect(exists).toMatchObject({ code: 409, body: { code: 409 } });
    expect(invalid.body).toMatchObject({
      details: { causes: [{ reason: 'FieldValueInvalid', field: 'metadata.name' }] },
    });
    if (door === 'process') return; // a StatusError contains only the causes
    expect(exists.body).toMatchObject({ details: { name: 'w', group: 'demo.example.com', kind: 'widgets' } });
    expect(invalid.body).toMatchObject({
      details: { name: 'Bad_Name', group: 'demo.example.com', kind: 'Widget' },
    });
  });

  it('should read YAML only with its content type (P71)', async () => {
    const { client } = await setUp();
    const body = 'metadata:\n  name: x\ndata: { k: v }\n';

    const yaml = await client.request('POST', CM, { body, headers: { 'content-type': 'application/yaml' } });
    const text = await client.request('POST', CM, { body, headers: { 'content-type': 'text/plain' } });

    expect([yaml.code, yaml.body]).toMatchObject([201, { data: { k: 'v' } }]);
    expect([text.code, text.body]).toMatchObject([415, { reason: 'UnsupportedMediaType' }]);
  });

  it('should store nothing in a dry run (P72)', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;

    const answer = await client.request('POST', `${CM}?dryRun=All`, { body: { metadata: { name: 'x' } } });
    const bad = await client.request('POST', `${CM}?dryRun=Foo`, { body: { metadata: { name: 'x' } } });

    expect(answer.code).toBe(201);
    expect(bodyOf(answer).metadata).toMatchObject({ uid: expect.any(String) });
    expect(bodyOf(answer).metadata).not.toHaveProperty('resourceVersion');
    expect((await client.request('GET', `${CM}/x`)).code).toBe(404);
    expect(bad.code).toBe(422);
    expect(server.resourceVersion).toBe(resourceVersion);
  });

  it('should accept the name of a removed object, with another uid', async () => {
    const { client } = await setUp();
    const before = await get(client, `${CM}/c1`);
    await client.request('DELETE', `${CM}/c1`);

    const again = await client.request('POST', CM, { body: { metadata: { name: 'c1' } } });

    expect(again.code).toBe(201);
    expect(bodyOf(again).metadata['uid']).not.toBe(before.metadata['uid']);
  });
});

throughBothDoors('update', (setUp) => {
  it('should report a conflict (P76)', async () => {
    const { client } = await setUp();
    const old = await get(client, `${CM}/c1`);

    const first = await client.request('PUT', `${CM}/c1`, { body: { ...old, data: { a: '1' } } });
    const second = await client.request('PUT', `${CM}/c1`, { body: { ...old, data: { a: '2' } } });

    expect(first.code).toBe(200);
    expect(Number(bodyOf(first).metadata.resourceVersion)).toBeGreaterThan(
      Number(old.metadata.resourceVersion),
    );
    expect([second.code, second.body]).toMatchObject([
      409,
      {
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on configmaps "c1": the object has been modified; please apply your changes to the latest version and try again',
      },
    ]);
    expect((await get(client, `${CM}/c1`)).data).toEqual({ a: '1' });
  });

  it('should overwrite built-in objects without a version, but not custom ones (P77)', async () => {
    const { client } = await setUp();

    const builtIn = await client.request('PUT', `${CM}/c1`, {
      body: { metadata: { name: 'c1' }, data: { a: '1' } },
    });
    const custom = await client.request('PUT', `${CR}/w`, { body: widget('w', { spec: { size: 1 } }) });

    expect(builtIn.code).toBe(200);
    expect([custom.code, custom.body]).toMatchObject([
      422,
      {
        message: expect.stringContaining(
          'metadata.resourceVersion: Invalid value: 0: must be specified for an update',
        ),
      },
    ]);
  });

  it.each([
    ['another name', `${CM}/c1`, { metadata: { name: 'c2' } }, 400, 'the name of the object (c2)'],
    ['no name', `${CM}/c1`, { metadata: {} }, 400, 'was undeterminable: name must be provided'],
    [
      'another namespace',
      `${CM}/c1`,
      { metadata: { name: 'c1', namespace: 'x' } },
      400,
      'does not match the namespace',
    ],
    ['nothing there', `${CM}/nope`, { metadata: { name: 'nope' } }, 404, 'configmaps "nope" not found'],
    ['another uid', `${CM}/c1`, { metadata: { name: 'c1', uid: 'x' } }, 409, 'Precondition failed: UID'],
  ])('should refuse it (P78: %s)', async (_, path, body, code, message) => {
    const { client } = await setUp();

    const answer = await client.request('PUT', path, { body });

    expect([answer.code, answer.body]).toMatchObject([code, { message: expect.stringContaining(message) }]);
  });

  it('should send no event for a write that changes nothing (P79)', async () => {
    const { client, server } = await setUp();
    const old = await get(client, `${CM}/c1`);
    const watch = client.watch(`${CM}?watch=true&resourceVersion=${server.resourceVersion}`);

    const put = await client.request('PUT', `${CM}/c1`, { body: old });
    const patch = await client.request('PATCH', `${CM}/c1`, { body: {}, headers: merge });
    const same = await client.request('PATCH', `${CM}/c1`, {
      body: { metadata: { labels: { par: 'odd' } } },
      headers: merge,
    });
    server.objects.delete(configMaps, 'ns/c1');

    for (const answer of [put, patch, same]) expect(answer.body).toEqual(old);
    expect(emitted(await watch.take(1))).toEqual(['DELETED c1']);
    watch.stop();
  });

  it('should create a lease by PUT, and require its version afterwards (P121)', async () => {
    const { client } = await setUp();
    const path = '/apis/coordination.k8s.io/v1/namespaces/ns/leases';
    const lease = { metadata: { name: 'l' }, spec: { renewTime: '2026-01-01T00:00:00.000000Z' } };

    const created = await client.request('PUT', `${path}/l`, { body: lease });
    const blind = await client.request('PUT', `${path}/l`, { body: lease });
    const renewed = await client.request('PUT', `${path}/l`, {
      body: { ...bodyOf(created), spec: { renewTime: '2026-01-01T00:00:10.000000Z' } },
    });
    const stale = await client.request('PUT', `${path}/l`, { body: bodyOf(created) });

    expect(bodyOf(created).spec).toEqual({ renewTime: '2026-01-01T00:00:00.000000Z' });
    expect([blind.code, renewed.code, stale.code]).toEqual([422, 200, 409]);
  });

  it('should accept exactly one of ten writers, and one of five deletions (P123)', async () => {
    const { client } = await setUp();
    const old = await get(client, `${CM}/c1`);

    const puts = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        client.request('PUT', `${CM}/c1`, { body: { ...old, data: { n: String(n) } } }),
      ),
    );
    const deletes = await Promise.all(Array.from({ length: 5 }, () => client.request('DELETE', `${CM}/c1`)));

    const codes = (answers: readonly Answer[]): readonly number[] => answers.map(({ code }) => code).sort();
    expect(codes(puts)).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(codes(deletes)).toEqual([200, ...Array<number>(4).fill(404)]);
  });

  it('should separate status and spec, and count generations (P84)', async () => {
    const { client } = await setUp();
    const body = widget('x', { spec: { size: 1 }, status: { phase: 'Early' } });

    const created = bodyOf(await client.request('POST', CR, { body }));
    const main = bodyOf(
      await client.request('PUT', `${CR}/x`, {
        body: { ...created, spec: { size: 2 }, status: { phase: 'No' } },
      }),
    );
    const status = bodyOf(
      await client.request('PUT', `${CR}/x/status`, {
        body: { ...main, spec: { size: 9 }, status: { phase: 'Yes' } },
      }),
    );
    const patched = bodyOf(
      await client.request('PATCH', `${CR}/x/status`, {
        body: { spec: { size: 9 }, status: { n: 1 } },
        headers: merge,
      }),
    );
    const labelled = bodyOf(
      await client.request('PATCH', `${CR}/x`, {
        body: { metadata: { labels: { a: 'b' } } },
        headers: merge,
      }),
    );

    expect(created).not.toHaveProperty('status');
    expect(main).toMatchObject({ spec: { size: 2 }, metadata: { generation: 2 } });
    expect(main).not.toHaveProperty('status');
    expect(status).toMatchObject({
      spec: { size: 2 },
      status: { phase: 'Yes' },
      metadata: { generation: 2 },
    });
    expect(patched).toMatchObject({
      spec: { size: 2 },
      status: { phase: 'Yes', n: 1 },
      metadata: { generation: 2 },
    });
    expect(labelled).toMatchObject({ status: { phase: 'Yes', n: 1 }, metadata: { generation: 2 } });
  });

  it('should have no status subresource if the resource has none (P30)', async () => {
    const { client } = await setUp();

    const { code, body } = await client.request('PUT', `${CM}/c1/status`, {
      body: { metadata: { name: 'c1' } },
    });

    expect([code, body]).toMatchObject([
      404,
      { message: 'the server could not find the requested resource' },
    ]);
  });

  it('should start a pod as Pending and let a node set its status', async () => {
    const { client } = await setUp();
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

    const pod = await client.request('POST', '/api/v1/namespaces/ns/pods', {
      body: { metadata: { name: 'p' }, spec: { containers }, status },
    });
    const node = await client.request('POST', '/api/v1/nodes', { body: { metadata: { name: 'n' }, status } });

    expect(bodyOf(pod)).toMatchObject({ status: { phase: 'Pending' }, metadata: { generation: 1 } });
    expect(bodyOf(node).status).toMatchObject(status);
  });
});

throughBothDoors('patch', (setUp) => {
  it.each([
    ['merge', merge, { data: { a: null, c: '3' } }, { b: '2', c: '3' }],
    ['strategic', strategic, { data: { a: null, c: '3' } }, { b: '2', c: '3' }],
    [
      'json',
      jsonPatch,
      [
        { op: 'test', path: '/data/a', value: '1' },
        { op: 'add', path: '/data/c', value: '3' },
        { op: 'replace', path: '/data/b', value: '22' },
        { op: 'remove', path: '/data/a' },
      ],
      { b: '22', c: '3' },
    ],
  ])('should apply the patch (P80: %s)', async (_, headers, body, data) => {
    const { client, server } = await setUp();
    server.objects.patch(configMaps, 'ns/c1', { data: { a: '1', b: '2' } });

    const answer = await client.request('PATCH', `${CM}/c1`, { body, headers });

    expect([answer.code, answer.body]).toMatchObject([200, { kind: 'ConfigMap' }]);
    expect(bodyOf(answer).data).toEqual(data);
  });

  it.each([
    ['P81', jsonPatch, [{ op: 'test', path: '/metadata/name', value: 'x' }], 422],
    ['P81', jsonPatch, [{ op: 'remove', path: '/data/none' }], 422],
    ['P81', jsonPatch, [{ op: 'frobnicate', path: '/data' }], 422],
    ['P81', jsonPatch, {}, 400],
    ['a wrong type', jsonPatch, [{ op: 'test', path: '/kind', value: 'x' }, { op: 5 }], 400],
    ['no object', merge, '[]', 400],
    ['P82', {}, {}, 415],
    ['P82', { 'content-type': 'application/apply-patch+cbor' }, {}, 415],
    ['P86', { 'content-type': 'application/apply-patch+yaml' }, {}, 422],
    ['a strategic list', strategic, '[]', 400],
    ['P83 renames', merge, { metadata: { name: 'other' } }, 400],
    ['P83 stale', merge, { metadata: { resourceVersion: '1' }, data: { a: '1' } }, 409],
  ])('should refuse it (%s)', async (_, headers, body, code) => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;

    const answer = await client.request('PATCH', `${CM}/c1`, { body, headers });

    expect(answer.code).toBe(code);
    expect(server.resourceVersion).toBe(resourceVersion);
  });

  it.each([
    ['Ignore', 422],
    ['Warn', 400],
    ['Strict', 400],
  ])('should refuse an operation of a wrong type: fieldValidation=%s', async (fieldValidation, code) => {
    const { client } = await setUp();
    const path = `${CM}/c1?fieldValidation=${fieldValidation}`;

    expect((await client.request('PATCH', path, { body: [{ op: 5 }], headers: jsonPatch })).code).toBe(code);
  });

  it('should not find an unknown object (P83)', async () => {
    const { client } = await setUp();

    expect((await client.request('PATCH', `${CM}/nope`, { body: {}, headers: merge })).code).toBe(404);
  });

  it('should lose no key of forty simultaneous patches (P122)', async () => {
    const { client } = await setUp();
    const keys = Array.from({ length: 40 }, (_, n) => `k${n}`);

    const answers = await Promise.all(
      keys.map((key) =>
        client.request('PATCH', `${CM}/c1`, { body: { data: { [key]: '1' } }, headers: merge }),
      ),
    );

    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(Object.keys((await get(client, `${CM}/c1`)).data ?? {}).sort()).toEqual([...keys].sort());
  });

  it('should apply a strategic merge only to built-in kinds (P80, P82)', async () => {
    const { client, server } = await setUp();
    const containers = [
      { name: 'a', image: 'a:1' },
      { name: 'b', image: 'b:1' },
    ];
    server.seed([
      { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'p', namespace: 'ns' }, spec: { containers } },
    ]);
    const body = { spec: { containers: [{ name: 'b', image: 'b:2' }] } };

    const pod = await client.request('PATCH', '/api/v1/namespaces/ns/pods/p', { body, headers: strategic });
    const custom = await client.request('PATCH', `${CR}/w`, { body, headers: strategic });

    expect(bodyOf(pod).spec).toMatchObject({
      containers: [
        { name: 'a', image: 'a:1', resources: {} },
        { name: 'b', image: 'b:2', resources: {} },
      ],
    });
    expect([custom.code, custom.body]).toMatchObject([
      415,
      { message: expect.stringContaining('application/json-patch+json, application/merge-patch+json') },
    ]);
  });
});

throughBothDoors('scale', (setUp) => {
  const path = '/apis/apps/v1/namespaces/ns/deployments';
  const deployment = {
    metadata: { name: 'd' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'd' } },
      template,
    },
  };

  it('should show the replicas, and change the wanted number (P85)', async () => {
    const { client } = await setUp();
    await client.request('POST', path, { body: deployment });

    const shown = bodyOf(await client.request('GET', `${path}/d/scale`));
    const patched = bodyOf(
      await client.request('PATCH', `${path}/d/scale`, { body: { spec: { replicas: 5 } }, headers: merge }),
    );
    const put = await client.request('PUT', `${path}/d/scale`, {
      body: { ...patched, spec: { replicas: 4 } },
    });
    const stale = await client.request('PUT', `${path}/d/scale`, {
      body: { ...patched, spec: { replicas: 3 } },
    });

    expect(shown).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'd', namespace: 'ns', uid: expect.any(String), resourceVersion: expect.any(String) },
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'app=d' },
    });
    expect(patched.spec).toEqual({ replicas: 5 });
    expect(put.code).toBe(200);
    expect(stale.code).toBe(409);
    expect(await get(client, `${path}/d`)).toMatchObject({
      spec: { ...deployment.spec, replicas: 4 },
      metadata: { generation: 3 },
    });
  });

  it('should scale a custom resource by the paths of its definition (P85)', async () => {
    const scale = {
      specReplicasPath: '.spec.size',
      statusReplicasPath: '.status.size',
      labelSelectorPath: '.status.selector',
    };
    const gadgets = {
      group: 'x.io',
      version: 'v1',
      resource: 'gadgets',
      kind: 'Gadget',
      status: true,
      scale,
    };
    const { client } = await setUp({ resources: [widgets, gadgets] });
    const gadget = { kind: 'Gadget', apiVersion: 'x.io/v1', metadata: { name: 'g' } };
    const all = '/apis/x.io/v1/namespaces/default/gadgets';
    await client.request('POST', all, { body: { ...gadget, spec: { size: 1 } } });
    await client.request('POST', all, { body: { ...gadget, metadata: { name: 'none' } } });
    const body = { status: { size: 1, selector: 'a=b' } };
    await client.request('PATCH', `${all}/g/status`, { body, headers: merge });

    const scaled = await client.request('PATCH', `${all}/g/scale`, {
      body: { spec: { replicas: 3 } },
      headers: merge,
    });
    const none = await client.request('GET', `${all}/none/scale`);

    expect(scaled.body).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 1, selector: 'a=b' } });
    expect(await get(client, `${all}/g`)).toMatchObject({ spec: { size: 3 } });
    expect(none.code).toBe(500);
  });

  it.each([
    ['a negative number', { spec: { replicas: -1 } }, 422, 422],
    ['a text', { spec: { replicas: '5' } }, 422, 400],
    ['another kind', { kind: 'Deployment' }, 422, 400],
    ['an invalid name', { metadata: { name: { toString: 1 } } }, 422, 400],
    ['invalid labels', { metadata: { labels: { a: { b: 1 } } } }, 422, 400],
  ])('should refuse %s', async (_, body, byPatch, byPut) => {
    const { client } = await setUp();
    await client.request('POST', path, { body: deployment });

    const patched = await client.request('PATCH', `${path}/d/scale`, { body, headers: merge });
    const put = await client.request('PUT', `${path}/d/scale`, {
      body: { metadata: { name: 'd' }, ...body },
    });
    expect([patched.code, put.code]).toEqual([byPatch, byPut]);
  });

  it('should exist for scalable kinds, and be listed in discovery (P111, P112)', async () => {
    const { client } = await setUp();
    const aggregated = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };

    expect((await client.request('GET', `${CM}/c1/scale`)).code).toBe(404);
    expect((await client.request('GET', `${path}/nope/scale`)).code).toBe(404);
    expect(JSON.stringify((await client.request('GET', '/apis/apps/v1')).body)).toContain(
      'deployments/scale',
    );
    expect(JSON.stringify((await client.request('GET', '/apis', { headers: aggregated })).body)).toContain(
      '"scale"',
    );
  });

  it('should refuse to create or delete a subresource (P116)', async () => {
    const { client, server } = await setUp();
    await client.request('POST', path, { body: deployment });

    for (const part of ['scale', 'status']) {
      for (const method of ['DELETE', 'POST']) {
        expect((await client.request(method, `${path}/d/${part}`, { body: {} })).code).toBe(405);
      }
    }
    expect(
      server.objects.get({ group: 'apps', version: 'v1', resource: 'deployments' }, 'ns/d'),
    ).toBeDefined();
  });
});
