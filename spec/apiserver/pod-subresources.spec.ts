import { expect, it } from '@jest/globals';
import { core } from 'rx-informer/kinds';
import type { Answer } from './support/client.ts';
import { type Setup, throughBothDoors } from './support/in-process-and-over-http.ts';

const PODS = '/api/v1/namespaces/ns/pods';
const PDBS = '/apis/policy/v1/namespaces/ns/poddisruptionbudgets';

interface Notification {
  readonly code: number;
  readonly message: string;
}

const received = ({ code, body }: Answer): Notification => ({
  code,
  message: (body as { message: string }).message,
});

function post({ client }: Setup, target: string, body?: object): Promise<Answer> {
  return client.request('POST', target, body === undefined ? {} : { body });
}

const merge = { 'content-type': 'application/merge-patch+json' };

/** Creates a pod with the given number of containers. Assigns the pod to a node only if `nodeName` is given. */
function make({ server }: Setup, name: string, nodeName?: string, count = 1): void {
  const containers = ['a', 'b', 'c'].slice(0, count).map((one) => ({ name: one, image: 'i' }));
  const spec = { containers, ...(nodeName === undefined ? {} : { nodeName }) };
  server.objects.create(core.v1.pods, { metadata: { name, namespace: 'ns', labels: { app: 'x' } }, spec });
}

throughBothDoors('what only a kubelet could answer', (setUp, door) => {
  it('should answer for logs like the real server', async () => {
    const setup = await setUp();
    const { client } = setup;
    make(setup, 'waiting');
    make(setup, 'lost', 'nowhere');
    make(setup, 'two', 'nowhere', 2);
    const log = async (target: string): Promise<Notification> =>
      received(await client.request('GET', `${PODS}/${target}`));

    if (door === 'http')
      expect(await client.request('GET', `${PODS}/waiting/log`)).toMatchObject({ code: 204 });
    expect(await log('nobody/log')).toEqual({ code: 404, message: 'pods "nobody" not found' });
    expect(await log('lost/log')).toEqual({ code: 404, message: 'pods "nowhere" not found' });
    expect(await log('lost/log?container=z')).toEqual({
      code: 400,
      message: 'container z is not valid for pod lost',
    });
    expect(await log('two/log')).toEqual({
      code: 400,
      message: 'a container name must be specified for pod two, choose one of: [a b]',
    });
    expect(await log('lost/log?limitBytes=0&sinceSeconds=-1')).toEqual({
      code: 422,
      message:
        'PodLogOptions "lost" is invalid: [limitBytes: Invalid value: 0: must be greater than 0, ' +
        'sinceSeconds: Invalid value: -1: must be greater than 0]',
    });
    expect((await log('lost/log?tailLines=x')).code).toBe(400);
  });

  it('should name the address of the node that it would have contacted', async () => {
    const setup = await setUp();
    const { objects } = setup.server;
    make(setup, 'p', 'n');
    objects.create(core.v1.nodes, { metadata: { name: 'n' } });

    const nowhere = await setup.client.request('GET', `${PODS}/p/log`);
    const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
    objects.patch(core.v1.nodes, 'n', { status: { addresses } }, { subresource: 'status' });
    const silent = await setup.client.request('GET', `${PODS}/p/log`);

    expect(received(nowhere)).toEqual({
      code: 500,
      message: 'no preferred addresses found; known addresses: []',
    });
    expect(received(silent)).toEqual({
      code: 500,
      message:
        'Get "https://127.0.0.1:10250/containerLogs/ns/p/a": dial tcp 127.0.0.1:10250: connect: connection refused',
    });
  });

  it.each(['exec?command=ls', 'attach', 'portforward'])(
    'should have no container to connect to: %s',
    async (what) => {
      const setup = await setUp();
      make(setup, 'waiting');
      make(setup, 'lost', 'nowhere');

      expect(received(await post(setup, `${PODS}/waiting/${what}`))).toEqual({
        code: 400,
        message: 'pod waiting does not have a host assigned',
      });
      expect(received(await setup.client.request('GET', `${PODS}/lost/${what}`))).toEqual({
        code: 404,
        message: 'pods "nowhere" not found',
      });
    },
  );
});

throughBothDoors('bindings', (setUp) => {
  const binding = (name: string, node: string): object => ({
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, annotations: { 'example.com/a': 'b' } },
    target: { apiVersion: 'v1', kind: 'Node', name: node },
  });

  it('should assign a node to a pod, once', async () => {
    const setup = await setUp();
    make(setup, 'p');

    const dry = await post(setup, `${PODS}/p/binding?dryRun=All`, binding('p', 'n'));
    const made = await post(setup, `${PODS}/p/binding`, binding('p', 'n'));
    const again = await post(setup, `${PODS}/p/binding`, binding('p', 'm'));

    expect([dry.body, made.body]).toMatchObject(
      Array(2).fill({ kind: 'Status', status: 'Success', code: 201 }),
    );
    expect(received(again)).toEqual({
      code: 409,
      message: 'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
    });
    expect((await setup.client.request('GET', `${PODS}/p`)).body).toMatchObject({
      metadata: { generation: 1, labels: { app: 'x' }, annotations: { 'example.com/a': 'b' } },
      spec: { nodeName: 'n' },
      status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True' }] },
    });
  });

  it('should replace an existing condition, and remove a nomination', async () => {
    const setup = await setUp();
    const [before, other] = [
      { type: 'PodScheduled', status: 'False' },
      { type: 'Ready', status: 'False' },
    ];
    make(setup, 'p');
    const given = { nominatedNodeName: 'm', conditions: [before, other] };
    setup.server.objects.patch(core.v1.pods, 'ns/p', { status: given }, { subresource: 'status' });

    await post(setup, `${PODS}/p/binding`, binding('p', 'n'));

    const { status } = (await setup.client.request('GET', `${PODS}/p`)).body as { status: object };
    expect(status).toMatchObject({ conditions: [{ type: 'PodScheduled', status: 'True' }, other] });
    expect(status).not.toHaveProperty('nominatedNodeName');
  });

  it('should refuse an invalid target, another name, and an unknown pod', async () => {
    const setup = await setUp();
    make(setup, 'p');
    const target = { kind: 'Pod', name: '' };

    expect(received(await post(setup, `${PODS}/p/binding`, { metadata: { name: 'p' }, target }))).toEqual({
      code: 500,
      message:
        '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
    });
    expect((await post(setup, `${PODS}/p/binding`, binding('q', 'n'))).code).toBe(400);
    expect((await post(setup, `${PODS}/q/binding`, binding('q', 'n'))).code).toBe(404);
  });

  it.each([
    [{ labels: { a: { b: 1 } } }, { name: 'n' }, 'ObjectMeta.metadata.labels of type string'],
    [{ labels: { n: 5 } }, { name: 'n' }, 'ObjectMeta.metadata.labels of type string'],
    [{ annotations: { q: 5 } }, { name: 'n' }, 'ObjectMeta.metadata.annotations of type string'],
    [{}, { name: { x: 1 } }, 'ObjectReference.target.name of type string'],
    [{}, { name: 5 }, 'ObjectReference.target.name of type string'],
    [{}, { name: ['a'] }, 'ObjectReference.target.name of type string'],
    [{}, 'n', 'Binding.target of type v1.ObjectReference'],
  ])('should refuse wrong types: %j %j', async (metadata, target, why) => {
    const setup = await setUp();
    make(setup, 'p');

    const refused = received(await post(setup, `${PODS}/p/binding`, { metadata, target }));

    expect(refused.code).toBe(400);
    expect(refused.message).toContain('Binding in version "v1" cannot be handled as a Binding: json: cannot');
    expect(refused.message).toContain(why);
  });

  it.each([
    [{ labels: { 'bad key!!': 'v' } }, 'n'],
    [{ labels: { a: 'x'.repeat(100) } }, 'n'],
    [{ annotations: { 'Ä Ö': '' } }, 'n'],
    [{ annotations: { a: 'x'.repeat(300_000) } }, 'n'],
    [{}, 'Bad Name!'],
  ])('should validate only the target, like the real server: %#', async (metadata, name) => {
    const setup = await setUp();
    make(setup, 'p');

    const body = { metadata: { name: 'p', ...metadata }, target: { name } };
    expect((await post(setup, `${PODS}/p/binding`, body)).code).toBe(201);

    const { body: pod } = await setup.client.request('GET', `${PODS}/p`);
    expect(pod).toMatchObject({ metadata, spec: { nodeName: name } });
  });

  it('should refuse to make a pod larger than an object may be', async () => {
    const setup = await setUp();
    make(setup, 'p');
    const bind = async (name: string): Promise<number> => {
      const metadata = { name, annotations: Object.fromEntries(many) as object };
      return (await post(setup, `${PODS}/${name}/binding`, { metadata, target: { name: 'n' } })).code;
    };
    const many = Array.from({ length: 15_000 }, (_, at) => [`a${at}`, '']);
    expect(await bind('p')).toBe(201);
    const annotations: Record<string, string> = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, at) => [`b${at}`, '']),
    );
    const metadata = { name: 'large', namespace: 'ns', annotations };
    setup.server.objects.create(core.v1.pods, {
      metadata,
      spec: { containers: [{ name: 'a', image: 'i' }] },
    });
    expect(await bind('large')).toBe(413);
  });

  it('should refuse to bind another pod than the named one', async () => {
    const setup = await setUp();
    make(setup, 'p');
    const { uid, resourceVersion } = setup.server.objects.get(core.v1.pods, 'ns/p')?.metadata ?? {};
    const bind = async (metadata: object): Promise<Notification> =>
      received(await post(setup, `${PODS}/p/binding`, { metadata, target: { name: 'n' } }));
    const start =
      'Operation cannot be fulfilled on pods "p": StorageError: invalid object, Code: 4, Key: /registry/pods/ns/p, ' +
      'ResourceVersion: 0, AdditionalErrorMsg: Precondition failed:';

    expect(await bind({ name: 'p', uid: 'other', resourceVersion: '1' })).toEqual({
      code: 409,
      message: `${start} UID in precondition: other, UID in object meta: ${uid}`,
    });
    expect(await bind({ name: 'p', uid, resourceVersion: '1' })).toEqual({
      code: 409,
      message: `${start} ResourceVersion in precondition: 1, ResourceVersion in object meta: ${resourceVersion}`,
    });
    const unnamed = { code: 400, message: 'name in URL does not match name in Binding object' };
    expect([await bind({}), await bind({ name: '' })]).toEqual([unnamed, unnamed]);
    expect(await bind({ name: 'p', namespace: 'other' })).toEqual({
      code: 400,
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    });
    const empty = await setup.client.request('POST', `${PODS}/p/binding`, { body: 'null' });
    expect(received(empty)).toEqual(unnamed);
    expect((await bind({ name: 'p', namespace: 'ns', uid, resourceVersion })).code).toBe(201);
  });

  it('should refuse unknown fields in strict mode, and otherwise warn', async () => {
    const setup = await setUp();
    make(setup, 'p');
    const body = { metadata: { name: 'p', zz: 1 }, target: { name: 'n', yy: 1 } };

    expect(received(await post(setup, `${PODS}/p/binding?fieldValidation=Strict`, body))).toEqual({
      code: 400,
      message:
        'Binding in version "v1" cannot be handled as a Binding: strict decoding error: ' +
        'unknown field "metadata.zz", unknown field "target.yy"',
    });
    expect((await post(setup, `${PODS}/p/binding`, body)).code).toBe(201);
  });

  it('should treat null as absent, and refuse another kind and a pod with scheduling gates', async () => {
    const setup = await setUp();
    make(setup, 'p');
    const spec = { containers: [{ name: 'a', image: 'i' }], schedulingGates: [{ name: 'g' }] };
    setup.server.objects.create(core.v1.pods, { metadata: { name: 'gated', namespace: 'ns' }, spec });
    const target = { name: 'n' };

    expect(
      (await post(setup, `${PODS}/p/binding`, { metadata: { name: 'p' }, target: { name: null } })).code,
    ).toBe(500);
    expect((await post(setup, `${PODS}/p/binding`, { kind: 'Pod', metadata: {}, target })).code).toBe(400);
    expect(
      received(await post(setup, `${PODS}/gated/binding`, { metadata: { name: 'gated' }, target })),
    ).toEqual({
      code: 409,
      message:
        'Operation cannot be fulfilled on pods/binding "gated": pod gated has non-empty .spec.schedulingGates',
    });
    const metadata = { name: 'p', labels: null, annotations: { a: null } };
    expect((await post(setup, `${PODS}/p/binding`, { metadata, target })).code).toBe(201);
    expect((await setup.client.request('GET', `${PODS}/p`)).body).toMatchObject({
      metadata: { labels: { app: 'x' }, annotations: { a: '' } },
    });
  });
});

throughBothDoors('evictions', (setUp) => {
  const eviction = (name: string, more: object = {}): object => ({
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name },
    ...more,
  });
  const causeOf = ({ body }: Answer): string | undefined => {
    const { details } = body as { details?: { causes?: { message: string }[] } };
    return details?.causes?.[0]?.message;
  };
  const budget = async ({ client }: Setup, status: object, spec: object = {}): Promise<void> => {
    const body = {
      metadata: { name: 'b' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } }, ...spec },
    };
    await client.request('POST', PDBS, { body });
    await client.request('PATCH', `${PDBS}/b/status`, { body: { status }, headers: merge });
  };
  const running = ({ server }: Setup, name: string, ready: 'True' | 'False'): void => {
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: ready }] };
    server.objects.patch(core.v1.pods, `ns/${name}`, { status }, { subresource: 'status' });
  };
  const full = { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };

  it('should delete a pod without a budget, with the given delete options', async () => {
    const setup = await setUp();
    make(setup, 'p', 'n');

    const dry = await post(setup, `${PODS}/p/eviction?dryRun=All`, eviction('p'));
    const found = await setup.client.request('GET', `${PODS}/p`);
    const deleteOptions = { gracePeriodSeconds: 5, preconditions: { uid: 'another' } };
    const refused = await post(setup, `${PODS}/p/eviction`, eviction('p', { deleteOptions }));
    const done = await post(
      setup,
      `${PODS}/p/eviction`,
      eviction('p', { deleteOptions: { gracePeriodSeconds: 5 } }),
    );

    expect([dry.code, refused.code, done.code]).toEqual([201, 409, 201]);
    expect((found.body as { metadata: object }).metadata).not.toHaveProperty('deletionTimestamp');
    const after = await setup.client.request('GET', `${PODS}/p`);
    expect(after.body).toMatchObject({ metadata: { deletionGracePeriodSeconds: 5 } });
    expect((await post(setup, `${PODS}/q/eviction`, eviction('q'))).code).toBe(404);
    expect((await post(setup, `${PODS}/q/eviction`, eviction('p'))).code).toBe(400);
    expect(received(await post(setup, `${PODS}/p/eviction`, {}))).toEqual({
      code: 400,
      message: 'name in URL does not match name in Eviction object',
    });
    const elsewhere = eviction('p', { metadata: { name: 'p', namespace: 'other' } });
    expect((await post(setup, `${PODS}/p/eviction`, elsewhere)).code).toBe(400);
    const unknown = eviction('p', { zz: 1 });
    expect((await post(setup, `${PODS}/p/eviction?fieldValidation=Strict`, unknown)).code).toBe(400);
  });

  it('should validate the types of an eviction', async () => {
    const setup = await setUp();
    make(setup, 'p', 'n');
    const evict = async (more: object): Promise<number> =>
      (await post(setup, `${PODS}/p/eviction`, eviction('p', more))).code;

    expect(await evict({ deleteOptions: { gracePeriodSeconds: '5' } })).toBe(400);
    expect(await evict({ deleteOptions: { preconditions: { uid: 5 } } })).toBe(400);
    expect(await evict({ deleteOptions: 'now' })).toBe(400);
    expect(await evict({ metadata: { name: 'p', labels: { a: 5 } } })).toBe(400);
    expect(await evict({ kind: 'Pod' })).toBe(400);
    expect(await evict({ apiVersion: 'policy/v1beta1', deleteOptions: { propagationPolicy: null } })).toBe(
      201,
    );
  });

  it('should respect a disruption budget, and count the evictions', async () => {
    const setup = await setUp();
    make(setup, 'p', 'n');
    running(setup, 'p', 'True');
    await budget(setup, {});
    const stale = await post(setup, `${PODS}/p/eviction`, eviction('p'));
    await budget(setup, { ...full, disruptionsAllowed: 0 });
    const none = await post(setup, `${PODS}/p/eviction`, eviction('p'));
    await budget(setup, { ...full, currentHealthy: 2, disruptionsAllowed: 1 });
    const one = await post(setup, `${PODS}/p/eviction`, eviction('p'));

    expect([stale.code, none.code, one.code]).toEqual([429, 429, 201]);
    expect(causeOf(stale)).toBe('The disruption budget b is still being processed by the server.');
    expect(causeOf(none)).toBe('The disruption budget b needs 1 healthy pods and has 1 currently');
    expect((await setup.client.request('GET', `${PDBS}/b`)).body).toMatchObject({
      status: {
        disruptionsAllowed: 0,
        disruptedPods: { p: expect.any(String) },
        conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
      },
    });
  });

  it('should evict an unready pod if enough others are ready or the budget allows it', async () => {
    const setup = await setUp();
    for (const name of ['p', 'q']) {
      make(setup, name);
      running(setup, name, 'False');
    }
    await budget(setup, { ...full, currentHealthy: 0, disruptionsAllowed: 0 });
    expect((await post(setup, `${PODS}/p/eviction`, eviction('p'))).code).toBe(429);
    await budget(setup, { ...full, disruptionsAllowed: 0 });
    expect((await post(setup, `${PODS}/p/eviction`, eviction('p'))).code).toBe(201);

    const body = { spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } };
    await setup.client.request('PATCH', `${PDBS}/b`, { body, headers: merge });
    expect((await post(setup, `${PODS}/q/eviction`, eviction('q'))).code).toBe(201);
  });

  it('should refuse a pod with two budgets', async () => {
    const setup = await setUp();
    make(setup, 'p', 'n');
    running(setup, 'p', 'True');
    await budget(setup, full);
    const spec = { minAvailable: 1, selector: { matchLabels: { app: 'x' } } };
    await setup.client.request('POST', PDBS, { body: { metadata: { name: 'c' }, spec } });

    const { code, message } = received(await post(setup, `${PODS}/p/eviction`, eviction('p')));

    expect(code).toBe(500);
    expect(message).toContain('more than one PodDisruptionBudget');
  });
});

throughBothDoors('ephemeral containers', (setUp) => {
  const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
  const add = ({ client }: Setup, ...containers: object[]): Promise<Answer> =>
    client.request('PATCH', `${PODS}/p/ephemeralcontainers`, {
      headers: strategic,
      body: { metadata: { labels: { more: 'x' } }, spec: { hostname: 'h', ephemeralContainers: containers } },
    });

  it('should be added to a pod, without other changes', async () => {
    const setup = await setUp();
    make(setup, 'p', 'n');

    const added = await add(setup, { name: 'debug', image: 'i' });
    const shown = await setup.client.request('GET', `${PODS}/p/ephemeralcontainers`);

    expect(added.code).toBe(200);
    expect(shown.body).toEqual(added.body);
    expect(added.body).toMatchObject({
      metadata: { generation: 2, labels: { app: 'x' } },
      spec: { ephemeralContainers: [{ name: 'debug', image: 'i', terminationMessagePolicy: 'File' }] },
    });
    const { metadata, spec } = added.body as { metadata: { labels: object }; spec: object };
    expect(metadata.labels).not.toHaveProperty('more');
    expect(spec).not.toHaveProperty('hostname');
  });

  it('should be neither removed nor changed', async () => {
    const setup = await setUp();
    make(setup, 'p', 'n');
    await add(setup, { name: 'debug', image: 'i' });

    const changed = await add(setup, { name: 'debug', image: 'other' });
    const body = { spec: { ephemeralContainers: null } };
    const target = `${PODS}/p/ephemeralcontainers`;
    const removed = await setup.client.request('PATCH', target, { body, headers: merge });
    const more = await add(setup, { name: 'again', image: 'i' });

    expect([changed.code, removed.code, more.code]).toEqual([422, 422, 200]);
    expect(received(removed).message).toBe(
      'Pod "p" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
    );
  });
});
