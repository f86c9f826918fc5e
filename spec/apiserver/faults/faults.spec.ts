import { afterEach, describe, expect, it } from '@jest/globals';
import { get, type IncomingMessage } from 'node:http';
import type { FaultRule } from 'rx-informer/apiserver';
import { CM, configMaps, type Setup, throughBothDoors } from '../support/in-process-and-over-http.ts';
import { emitted as received } from '../support/watching.ts';

const listed = (body: unknown): readonly string[] =>
  (body as { items: readonly { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name);

const aList = { verb: 'list', resource: 'configmaps' };
const aWatch = { verb: 'watch', resource: 'configmaps' };
const watchAll = `${CM}?watch=true&resourceVersion=0`;

throughBothDoors('faults', (setUp, door) => {
  const setUpWith = async (...rules: readonly FaultRule[]): Promise<Setup> => {
    const setup = await setUp();
    for (const rule of rules) setup.server.faults.add(rule);
    return setup;
  };
  const change = ({ server }: Setup, name: string, color = 'red'): unknown =>
    server.objects.patch(configMaps, `ns/${name}`, { data: { color } });

  it('should reset a connection before the answer', async () => {
    const { client } = await setUpWith({ match: aList, fault: { type: 'dropConnection' } });

    await expect(client.request('GET', CM)).rejects.toMatchObject(
      door === 'http' ? { code: 'ECONNRESET' } : { name: 'ConnectionError' },
    );
    await expect(client.request('GET', `${CM}/c0`)).resolves.toMatchObject({ code: 200 });
  });

  it('should reset a watch after the given number of events', async () => {
    const { client, server } = await setUpWith({
      match: { ...aWatch, afterEvents: 2 },
      fault: { type: 'dropConnection' },
    });
    const watching = client.watch(watchAll);

    await expect(watching.ended).rejects.toThrow();
    expect(watching.text.split('\n')).toHaveLength(3);
    expect(server.requests.at(-1)).toMatchObject({ status: 200, events: 2, faults: ['dropConnection'] });
  });

  it('should not answer', async () => {
    const { client, server } = await setUpWith({ match: aList, fault: { type: 'stallRequest' } });
    const watching = client.watch(CM);

    await expect(client.request('GET', `${CM}/c0`)).resolves.toMatchObject({ code: 200 });
    expect(watching.text).toBe('');
    expect(server.requests.find(({ verb }) => verb === 'list')).not.toHaveProperty('status');
    watching.stop();
  });

  it('should leave a watch half open', async () => {
    const setup = await setUpWith({ match: { ...aWatch, afterEvents: 1 }, fault: { type: 'stallStream' } });
    const [half, whole] = [setup.client.watch(watchAll), setup.client.watch(`${CM}?watch=true`)];
    await Promise.all([half.opened, whole.opened]);
    setup.server.faults.clear();
    const after = setup.client.watch(watchAll);
    await after.take(6);
    change(setup, 'c0');

    expect(received(await after.take(7)).at(-1)).toBe('MODIFIED c0');
    expect(received(half.frames)).toEqual(['ADDED c0']);
    for (const one of [half, whole, after]) one.stop();
  });

  it('should send the body slowly', async () => {
    const { client, server } = await setUpWith({
      match: { ...aWatch, nth: 1 },
      fault: { type: 'throttleBody', bytesPerSecond: 2000 },
    });
    const slow = client.watch(watchAll);
    const fast = client.watch(watchAll);

    await fast.take(6);
    expect(slow.text.length).toBeLessThan(fast.text.length);
    expect(received(await slow.take(2))).toEqual(['ADDED c0', 'ADDED c1']);
    expect(server.requests.map(({ faults }) => faults)).toEqual([['throttleBody'], []]);
    slow.stop();
    fast.stop();
  });

  it('should cut a line in the middle', async () => {
    const { client } = await setUpWith({
      match: { ...aWatch, afterEvents: 1 },
      fault: { type: 'truncate' },
    });
    const watching = client.watch(watchAll);

    expect(received(await watching.ended)).toEqual(['ADDED c0']);
    expect(watching.text).toMatch(/\n\{"type":"ADDED","object":.*[^\n]$/);
  });

  it('should cut a list in the middle', async () => {
    const { client } = await setUpWith({ match: aList, fault: { type: 'truncate' } });

    const { code, body } = await client.request('GET', CM);
    expect([code, typeof body]).toEqual([200, 'string']);
    expect(body).toMatch(/^\{"kind":"ConfigMapList"/);
  });

  it('should put garbage into a watch, which continues', async () => {
    const setup = await setUpWith({ match: { ...aWatch, afterEvents: 1 }, fault: { type: 'corruptBytes' } });
    const watching = setup.client.watch(`${watchAll}&timeoutSeconds=1`);

    await expect(watching.ended).rejects.toThrow(SyntaxError);
    const lines = watching.text.trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain('<<<');
  });

  it('should replace a list with garbage', async () => {
    const { client } = await setUpWith({ match: aList, fault: { type: 'corruptBytes' } });
    expect((await client.request('GET', CM)).body).toContain('<<<');
  });

  it('should answer 410', async () => {
    const { client } = await setUpWith({ match: aList, fault: { type: 'expire' } });
    const { code, body } = await client.request('GET', CM);
    expect([code, (body as { reason: string }).reason]).toEqual([410, 'Expired']);
  });

  it('should send 410 within a watch', async () => {
    const { client } = await setUpWith({ match: { ...aWatch, afterEvents: 1 }, fault: { type: 'expire' } });

    const frames = await client.watch(watchAll).ended;
    expect(frames.map(({ type, object }) => [type, object.code])).toEqual([
      ['ADDED', undefined],
      ['ERROR', 410],
    ]);
  });

  it.each([429, 503])('should answer %i with Retry-After', async (status) => {
    const { client } = await setUpWith({
      match: aList,
      fault: { type: 'refuse', status, retryAfterSeconds: 7 },
    });

    const answer = await client.request('GET', CM);
    expect(answer).toMatchObject({ code: status, body: { details: { retryAfterSeconds: 7 } } });
    if (door === 'http') expect(answer.headers['retry-after']).toBe('7');
  });

  it('should answer 429 as plain text', async () => {
    const fault = {
      type: 'refuse',
      status: 429,
      retryAfterSeconds: 7,
      text: true,
      message: 'slow down',
    } as const;
    const { client } = await setUpWith({ match: aList, fault });

    const answer = await client.request('GET', CM);
    expect(answer.code).toBe(429);
    if (door === 'http') {
      expect(answer.body).toBe('slow down\n');
      expect(answer.headers).toMatchObject({ 'retry-after': '7', 'content-type': /text\/plain/ });
    }
  });

  it('should answer 500 without a reason', async () => {
    const { client } = await setUpWith({ match: aList, fault: { type: 'refuse', status: 500 } });
    const { code, body } = await client.request('GET', CM);
    expect([code, (body as { reason?: string }).reason ?? '']).toEqual([500, '']);
  });

  it('should apply a write and answer 504', async () => {
    const { client, server } = await setUpWith({
      match: { verb: 'create', nth: 1 },
      fault: { type: 'timeoutAfterCommit' },
    });
    const body = { metadata: { name: 'new' } };

    expect(await client.request('POST', CM, { body })).toMatchObject({
      code: 504,
      body: { reason: 'Timeout' },
    });
    expect(server.objects.get(configMaps, 'ns/new')).toBeDefined();
    expect((await client.request('POST', CM, { body })).code).toBe(409);
  });

  it('should not change a refused write with timeoutAfterCommit', async () => {
    const { client } = await setUpWith({ fault: { type: 'timeoutAfterCommit' } });
    expect((await client.request('POST', CM, { body: { metadata: { name: 'c0' } } })).code).toBe(409);
  });

  it('should answer 401 from a given time on', async () => {
    let now = 0;
    const { client, server } = await setUp({ now: () => now });
    server.faults.add({
      match: { startAfter: 5000 },
      fault: { type: 'refuse', status: 401, reason: 'Unauthorized' },
    });

    now = 4999;
    expect((await client.request('GET', CM)).code).toBe(200);
    now = 5000;
    expect((await client.request('GET', CM)).code).toBe(401);
  });

  it('should let a continue token expire, with a new token in the answer (P21)', async () => {
    const { client } = await setUpWith({ fault: { type: 'expireContinueToken' } });
    const first = (await client.request('GET', `${CM}?limit=2`)).body as {
      metadata: { continue: string };
    };

    const second = await client.request('GET', `${CM}?limit=2&continue=${first.metadata.continue}`);
    expect([second.code, (second.body as { reason: string }).reason]).toEqual([410, 'Expired']);
    const bad = await client.request('GET', `${CM}?limit=2&continue=bad`);
    expect(bad.code).toBe(400);
  });

  it('should answer like a lagging replica', async () => {
    const setup = await setUpWith();
    const { client, server } = setup;
    change(setup, 'c0', '1');
    server.faults.add({ fault: { type: 'lagBehind', revisions: 2 } });
    const lagging = client.watch(`${CM}?watch=true&resourceVersion=${server.resourceVersion}`);
    await lagging.opened;
    const colorOf = async (): Promise<unknown> =>
      ((await client.request('GET', `${CM}/c0`)).body as { data?: { color: string } }).data?.color;

    expect(await colorOf()).toBeUndefined();
    change(setup, 'c0', '2');
    expect(await colorOf()).toBeUndefined();
    change(setup, 'c0', '3');
    expect(await colorOf()).toBe('1');
    expect(lagging.frames).toEqual([]);
    change(setup, 'c0', '4');
    change(setup, 'c1', '5');
    const frames = await lagging.take(2);
    expect(frames.map(({ object }) => object.data?.['color'])).toEqual(['2', '3']);
    lagging.stop();
  });

  it('should not have the requested version yet, like a lagging replica (P11)', async () => {
    const { client, server } = await setUp();
    server.faults.add({ match: aList, fault: { type: 'lagBehind', revisions: 3 } });

    expect(listed((await client.request('GET', CM)).body)).toEqual(['c0', 'c1', 'c2', 'c3']);
    const asked = await client.request('GET', `${CM}?resourceVersion=${server.resourceVersion}`);
    expect(asked.code).toBe(504);
  });

  it('should send events twice', async () => {
    const { client } = await setUpWith({
      match: { ...aWatch, afterEvents: 1 },
      fault: { type: 'duplicate' },
    });
    const watching = client.watch(watchAll);
    expect(received(await watching.take(4))).toEqual(['ADDED c0', 'ADDED c1', 'ADDED c1', 'ADDED c2']);
    watching.stop();
  });

  it('should send events in another order, but keep the order of each object', async () => {
    const setup = await setUpWith({ match: aWatch, fault: { type: 'reorderAcrossKeys', window: 100 } });
    const watching = setup.client.watch(`${CM}?watch=true&resourceVersion=${setup.server.resourceVersion}`);
    await watching.opened;
    for (const [name, color] of ['c0.1', 'c1.1', 'c0.2', 'c2.1'].map((word) => word.split('.')))
      change(setup, name ?? '', color);

    const frames = await watching.take(4);
    expect(frames.map(({ object }) => `${object.metadata.name}.${object.data?.['color']}`)).toEqual([
      'c2.1',
      'c1.1',
      'c0.1',
      'c0.2',
    ]);
    watching.stop();
  });

  it('should end a watch immediately', async () => {
    const { client } = await setUpWith({ match: { ...aWatch, nth: [1, 2] }, fault: { type: 'endWatch' } });

    expect(await client.watch(watchAll).ended).toEqual([]);
    expect(await client.watch(watchAll).ended).toEqual([]);
    const third = client.watch(watchAll);
    expect(await third.take(6)).toHaveLength(6);
    third.stop();
  });

  it('should affect the n-th matching request, and none after its removal', async () => {
    const { client, server } = await setUp();
    const rule = {
      match: { resource: 'configmaps', name: 'c1', nth: 2 },
      fault: { type: 'refuse', status: 500 },
    } as const;
    server.faults.add(rule);
    const always = server.faults.add({ match: { name: 'c3' }, fault: { type: 'refuse', status: 503 } });
    const codes: number[] = [];
    for (const name of ['c1', 'c2', 'c1', 'c1', 'c3'])
      codes.push((await client.request('GET', `${CM}/${name}`)).code);
    always.remove();
    codes.push((await client.request('GET', `${CM}/c3`)).code);

    expect(codes).toEqual([200, 200, 500, 200, 503, 200]);
  });

  it('should combine several faults for one request', async () => {
    const { client } = await setUpWith(
      { match: aWatch, fault: { type: 'duplicate' } },
      { match: { ...aWatch, afterEvents: 3 }, fault: { type: 'endWatch' } },
    );
    expect(received(await client.watch(watchAll).ended)).toEqual(['ADDED c0', 'ADDED c0', 'ADDED c1']);
  });

  it('should close all connections at a restart, and continue at the same address', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;
    const watching = client.watch(watchAll);
    await watching.take(6);
    await server.restart();

    await expect(watching.ended).rejects.toThrow();
    const after = client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);
    await after.opened;
    server.objects.patch(configMaps, 'ns/c0', { data: { color: 'red' } });
    expect(received(await after.take(1))).toEqual(['MODIFIED c0']);
    after.stop();
  });

  it('should drop the history at a restart on request', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;
    await server.restart({ history: 'lost' });

    const [frame] = await client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`).ended;
    expect(frame?.object.code).toBe(410);
    expect(listed((await client.request('GET', CM)).body)).toHaveLength(6);
  });
});

describe('a fault over HTTP', () => {
  let stop: () => void = () => undefined;
  afterEach(() => stop());

  it('should have sent the headers with halfOpen', async () => {
    const { startApiServer } = await import('rx-informer/apiserver');
    const server = await startApiServer({ faults: [{ fault: { type: 'stallStream' } }] });
    stop = () => void server.close();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${server.url}/api/v1/pods`, resolve).on('error', reject);
    });
    expect(response.statusCode).toBe(200);
    response.destroy();
  });
});

describe('faults.add', () => {
  it.each([
    [{ fault: { type: 'nothing' } }, 'fault.type'],
    [{ fault: { type: 'throttleBody' } }, 'bytesPerSecond'],
    [{ fault: { type: 'throttleBody', bytesPerSecond: 0 } }, 'bytesPerSecond'],
    [{ fault: { type: 'refuse', status: 200 } }, 'status'],
    [{ fault: { type: 'dropConnection', code: 500 } }, 'code'],
    [{ match: { nth: 0 }, fault: { type: 'dropConnection' } }, 'nth'],
    [{ match: { verbs: 'list' }, fault: { type: 'dropConnection' } }, 'verbs'],
    [{ match: {} }, 'fault'],
    [undefined, 'rule'],
  ])('should refuse %j', async (rule, option) => {
    const { createApiServer } = await import('rx-informer/apiserver');
    expect(() => createApiServer().faults.add(rule as unknown as FaultRule)).toThrow(option);
  });

  it.each([
    [{ fault: { type: 'halfOpen' } }, "'stallStream'"],
    [{ fault: { type: 'status', code: 503 } }, "'refuse'"],
    [{ fault: { type: 'refuse', code: 503 } }, "did you mean 'status'?"],
    [{ match: { after: 5 }, fault: { type: 'dropConnection' } }, "did you mean 'startAfter'?"],
  ])('should name the new name of an old fault: %j', async (rule, name) => {
    const { createApiServer } = await import('rx-informer/apiserver');
    expect(() => createApiServer().faults.add(rule as unknown as FaultRule)).toThrow(name);
  });
});
