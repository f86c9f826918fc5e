import { expect, it, jest } from '@jest/globals';
import { CM, configMaps, pods, throughBothDoors, widgets } from './support/in-process-and-over-http.ts';
import { emitted as received } from './support/watching.ts';
import { containers } from './support/containers.ts';
import { advanceMinute } from '../support/virtual-time.ts';

const merge = { 'content-type': 'application/merge-patch+json' };
const namespaces = { group: '', version: 'v1', resource: 'namespaces' } as const;

throughBothDoors('delete', (setUp) => {
  it('should remove an object and return a Status (P89)', async () => {
    const { client, server } = await setUp();
    const { uid } = server.objects.get(configMaps, 'ns/c1')?.metadata ?? {};

    const { code, body } = await client.request('DELETE', `${CM}/c1`);

    expect(code).toBe(200);
    expect(body).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'c1', kind: 'configmaps', uid },
    });
    expect((await client.request('GET', `${CM}/c1`)).code).toBe(404);
    expect((await client.request('DELETE', `${CM}/c1`)).code).toBe(404);
  });

  it.each(['uid', 'resourceVersion'])('should check a precondition (P90: %s)', async (field) => {
    const { client, server } = await setUp();
    const { metadata } = server.objects.get(configMaps, 'ns/c1') ?? {};
    const given = { uid: metadata?.uid, resourceVersion: metadata?.resourceVersion };

    const wrong = await client.request('DELETE', `${CM}/c1`, {
      body: { preconditions: { [field]: 'wrong' } },
    });
    const right = await client.request('DELETE', `${CM}/c1`, { body: { preconditions: given } });

    expect([wrong.code, right.code]).toEqual([409, 200]);
    expect(wrong.body).toMatchObject({
      reason: 'Conflict',
      message: expect.stringContaining('in the precondition (wrong)'),
    });
  });

  it('should keep an object with finalizers, and return it as the real server does (P91)', async () => {
    const { client, server } = await setUp();
    const metadata = { name: 'x', namespace: 'ns', finalizers: ['a/b'] };
    server.objects.create(widgets, { kind: 'Widget', apiVersion: 'demo.example.com/v1', metadata });
    const path = '/apis/demo.example.com/v1/namespaces/ns/widgets';
    const watch = client.watch(`${path}?watch=true&resourceVersion=${server.resourceVersion}`);
    const patched = (finalizers: readonly string[]) =>
      client.request('PATCH', `${path}/x`, { body: { metadata: { finalizers } }, headers: merge });

    const first = await client.request('DELETE', `${path}/x`);
    const second = await client.request('DELETE', `${path}/x`);
    const body = { kind: 'Widget', apiVersion: 'demo.example.com/v1', metadata: { name: 'x' } };
    const again = await client.request('POST', path, { body });
    const more = await patched(['a/b', 'c/d']);
    const last = await patched([]);

    expect([first.code, first.body]).toMatchObject([
      200,
      { metadata: { deletionTimestamp: expect.any(String), deletionGracePeriodSeconds: 0, generation: 2 } },
    ]);
    expect(second.body).toEqual(first.body);
    expect([again.code, again.body]).toMatchObject([
      409,
      {
        reason: 'AlreadyExists',
        message: 'object is being deleted: widgets.demo.example.com "x" already exists',
      },
    ]);
    expect([more.code, more.body]).toMatchObject([
      422,
      { details: { causes: [{ reason: 'FieldValueForbidden', field: 'metadata.finalizers' }] } },
    ]);
    const { resourceVersion } = (first.body as { metadata: { resourceVersion: string } }).metadata;
    expect([last.code, last.body]).toMatchObject([200, { metadata: { resourceVersion } }]);
    const frames = await watch.take(2);
    expect(received(frames)).toEqual(['MODIFIED x', 'DELETED x']);
    expect(frames[1]?.object.metadata.finalizers).toEqual(['a/b']);
    expect(frames[1]?.object.metadata.resourceVersion).toBe(server.resourceVersion);
    expect((await client.request('GET', `${path}/x`)).code).toBe(404);
    watch.stop();
  });

  it.each([
    ['propagationPolicy=Foo', undefined, 'FieldValueNotSupported'],
    ['', { propagationPolicy: 'Orphan', orphanDependents: true }, 'FieldValueInvalid'],
  ])('should validate the propagation policy (P93: %s)', async (query, body, reason) => {
    const { client } = await setUp();

    const answer = await client.request('DELETE', `${CM}/c1?${query}`, { body });

    expect([answer.code, answer.body]).toMatchObject([422, { details: { causes: [{ reason }] } }]);
  });

  it('should delete the selected part of a collection (P94)', async () => {
    const { client, server } = await setUp();
    const watch = client.watch(`${CM}?watch=true&resourceVersion=${server.resourceVersion}`);

    const { code, body } = await client.request('DELETE', `${CM}?labelSelector=par%3Dodd`);

    expect(code).toBe(200);
    expect(body).toMatchObject({
      kind: 'ConfigMapList',
      items: [{ metadata: { name: 'c1' } }, { metadata: { name: 'c3' } }, { metadata: { name: 'c5' } }],
    });
    expect(received(await watch.take(3))).toEqual(['DELETED c1', 'DELETED c3', 'DELETED c5']);
    expect(server.objects.list(configMaps, 'ns').map(({ metadata }) => metadata.name)).toEqual([
      'c0',
      'c2',
      'c4',
    ]);
    watch.stop();
  });

  it.each([
    ['?dryRun=All', undefined],
    ['', { dryRun: ['All'] }],
  ])('should change nothing in a dry run (P95: %s)', async (query, body) => {
    const { client, server } = await setUp();

    const answer = await client.request('DELETE', `${CM}/c1${query}`, { body });

    expect(answer.code).toBe(200);
    expect(server.objects.get(configMaps, 'ns/c1')).toBeDefined();
  });

  it('should give a pod on a node its grace period, and shorten it on request (P96, P135)', async () => {
    const { client, server } = await setUp({ now: () => Date.UTC(2026, 0, 1) });
    const path = '/api/v1/namespaces/ns/pods';
    server.objects.create(pods, {
      metadata: { name: 'p', namespace: 'ns' },
      ...{ spec: { containers, nodeName: 'n' } },
    });
    const watch = client.watch(`${path}?watch=true&resourceVersion=${server.resourceVersion}`);

    const first = await client.request('DELETE', `${path}/p`);
    const longer = await client.request('DELETE', `${path}/p?gracePeriodSeconds=60`);
    const shorter = await client.request('DELETE', `${path}/p`, { body: { gracePeriodSeconds: 5 } });
    const now = await client.request('DELETE', `${path}/p?gracePeriodSeconds=0`);

    const marked = (deletionTimestamp: string, deletionGracePeriodSeconds: number): object => ({
      kind: 'Pod',
      metadata: { deletionTimestamp, deletionGracePeriodSeconds, generation: 2 },
    });
    expect(first.body).toMatchObject(marked('2026-01-01T00:00:30Z', 30));
    expect(longer.body).toEqual(first.body);
    expect(shorter.body).toMatchObject(marked('2026-01-01T00:00:05Z', 5));
    expect(now.body).toMatchObject(marked('2026-01-01T00:00:00Z', 0));
    expect(received(await watch.take(4))).toEqual(['MODIFIED p', 'MODIFIED p', 'MODIFIED p', 'DELETED p']);
    watch.stop();
  });

  it('should limit the grace period of a pod to 68 years', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { client, server } = await setUp({ now: () => Date.UTC(2026, 0, 1) });
    const spec = { containers, nodeName: 'n', terminationGracePeriodSeconds: 9e15 };
    server.objects.create(pods, { metadata: { name: 'p', namespace: 'ns' }, ...{ spec } });
    const path = '/api/v1/namespaces/ns/pods/p';
    const marked = { deletionTimestamp: '2094-01-19T03:14:07Z', deletionGracePeriodSeconds: 2_147_483_647 };

    expect(await client.request('DELETE', `${path}?gracePeriodSeconds=1000000000000000`)).toMatchObject({
      code: 200,
      body: { metadata: marked },
    });
    await advanceMinute(); // if a delay is too long for a timer, Node runs the timer after 1 ms
    jest.useRealTimers();
    expect(server.objects.get(pods, 'ns/p')).toMatchObject({ metadata: marked });
    expect(await client.request('DELETE', `${path}?gracePeriodSeconds=5`)).toMatchObject({
      body: { metadata: { deletionGracePeriodSeconds: 5 } },
    });
  });

  it.each([
    ['has no node', { spec: { containers } }],
    ['has ended', { spec: { containers, nodeName: 'n' }, status: { phase: 'Succeeded' } }],
  ])('should remove immediately a pod that %s (P96)', async (_, more) => {
    const { client, server } = await setUp();
    server.seed([{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'p', namespace: 'ns' }, ...more }]);

    const { body } = await client.request('DELETE', '/api/v1/namespaces/ns/pods/p');

    expect(body).toMatchObject({ kind: 'Pod', metadata: { name: 'p' } });
    expect(server.objects.get(pods, 'ns/p')).toBeUndefined();
  });

  it('should empty a namespace before it removes the namespace (P128)', async () => {
    const { client, server } = await setUp();
    const held = { name: 'held', namespace: 'ns', finalizers: ['a/b'] };
    server.objects.create(configMaps, { metadata: held });
    const watch = client.watch(`/api/v1/namespaces?watch=true&resourceVersion=${server.resourceVersion}`);

    const deleted = await client.request('DELETE', '/api/v1/namespaces/ns');
    const meanwhile = await client.request('POST', CM, { body: { metadata: { name: 'late' } } });
    const labelled = await client.request('PATCH', '/api/v1/namespaces/ns', {
      body: { metadata: { labels: { a: 'b' } } },
      headers: merge,
    });
    const left = server.objects.list(configMaps, 'ns');
    server.objects.patch(configMaps, 'ns/held', { metadata: { finalizers: null } });

    expect([deleted.code, deleted.body]).toMatchObject([
      200,
      { metadata: { deletionTimestamp: expect.any(String) }, status: { phase: 'Terminating' } },
    ]);
    expect([meanwhile.code, meanwhile.body]).toMatchObject([
      403,
      {
        message:
          'configmaps "late" is forbidden: unable to create new content in namespace ns because it is being terminated',
        details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
      },
    ]);
    expect(labelled.code).toBe(200);
    expect(left.map(({ metadata }) => metadata.name)).toEqual(['held']);
    expect(received(await watch.take(3))).toEqual(['MODIFIED ns', 'MODIFIED ns', 'DELETED ns']);
    expect(server.objects.get(namespaces, 'ns')).toBeUndefined();
    watch.stop();
  });

  it('should refuse to delete the system namespaces (P129)', async () => {
    const { client } = await setUp();

    const { code, body } = await client.request('DELETE', '/api/v1/namespaces/default');

    expect([code, body]).toMatchObject([
      403,
      { message: 'namespaces "default" is forbidden: this namespace may not be deleted' },
    ]);
  });
});
