import { describe, expect, it } from '@jest/globals';
import { RequestLog } from '../../../src/apiserver/requests/request-log.ts';
import { heapMeter } from '../../support/heap-meter.ts';
import { CM, configMaps, throughBothDoors } from '../support/in-process-and-over-http.ts';

throughBothDoors('the log of requests', (setUp, door) => {
  it('should contain the user, the request and the answer', async () => {
    const now = 5000;
    const { client, server } = await setUp({ tokens: { 'token-of-alice': 'alice' }, now: () => now });
    const headers = { authorization: 'Bearer token-of-alice' };
    await client.request('GET', `${CM}?limit=2`, { headers });
    await client.request('GET', `${CM}/none`, { headers });
    await client.request('POST', CM, { headers, body: { metadata: { name: 'secret-name' } } });

    const of = { group: '', resource: 'configmaps', subresource: '', namespace: 'ns', user: 'alice' };
    const times = { started: now, ended: now, events: 0, faults: [] };
    expect(server.requests).toEqual([
      {
        ...of,
        ...times,
        verb: 'list',
        name: '',
        method: 'GET',
        path: CM,
        query: { limit: '2' },
        status: 200,
      },
      {
        ...of,
        ...times,
        verb: 'get',
        name: 'none',
        method: 'GET',
        path: `${CM}/none`,
        query: {},
        status: 404,
      },
      { ...of, ...times, verb: 'create', name: '', method: 'POST', path: CM, query: {}, status: 201 },
    ]);
    expect(JSON.stringify(server.requests)).not.toContain('token-of-alice');
  });

  it('should contain a watch while it is open, and the time of its end', async () => {
    const { client, server } = await setUp();
    const watching = client.watch(`${CM}?watch=true&resourceVersion=0`);
    await watching.take(6);
    server.objects.delete(configMaps, 'ns/c0');
    await watching.take(7);

    const [record] = server.requests;
    expect(record).toMatchObject({ verb: 'watch', status: 200, events: 7 });
    expect(record).not.toHaveProperty('ended');
    server.endWatches();
    await watching.ended;
    expect(server.requests[0]).toHaveProperty('ended');
  });

  it('should contain a request without a valid token, without a user name', async () => {
    const { client, server } = await setUp({ tokens: { 'token-of-alice': 'alice' } });
    const { code } = await client.request('GET', CM, { headers: { authorization: 'Bearer wrong' } });
    expect([code, server.requests[0]?.status]).toEqual([401, 401]);
    expect(server.requests[0]).not.toHaveProperty('user');
  });

  it('should contain paths without a resource', async () => {
    const { client, server } = await setUp();
    await client.request('GET', '/version');
    expect(server.requests[0]).toMatchObject({ verb: 'get', resource: '', path: '/version', status: 200 });
  });

  it('should be cleared', async () => {
    const { client, server } = await setUp();
    await client.request('GET', CM);
    server.forgetRequests();
    expect(server.requests).toEqual([]);
    expect(door).toBeDefined();
  });
});

describe('RequestLog', () => {
  const short = { verb: 'get', group: '', resource: '', subresource: '', namespace: '', name: '' };
  const request = { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, body: '' };

  it('should keep at most 2,048 characters of each text of a request', () => {
    const long = 'x'.repeat(500_000);
    const names = ['verb', 'group', 'resource', 'subresource', 'namespace', 'name', 'user'] as const;
    const facts = { ...short, ...Object.fromEntries(names.map((name) => [name, long])) };

    const record = new RequestLog().begin(
      { ...request, method: long, path: long, query: new URLSearchParams({ [long]: long }) },
      facts,
      0,
    );

    const cut = `${'x'.repeat(2_048)}…`;
    expect(record).toMatchObject({
      ...Object.fromEntries(names.map((name) => [name, cut])),
      method: cut,
      path: cut,
      query: { [cut]: cut },
    });
  });

  it('should not keep the URLs in memory from which its texts were cut', () => {
    const log = new RequestLog();
    const usedHeap = heapMeter();
    const before = usedHeap();

    for (let at = 0; at < 300; at++) {
      const url = `/api/v1/pods/${'x'.repeat(500_000)}?fieldManager=${'m'.repeat(20)}&limit=${at}`.trim();
      const [path = '', query = ''] = url.split('?');
      const facts = { ...short, name: path.slice(13), user: path.slice(13, 50) };
      log.begin({ ...request, path, query: new URLSearchParams(query) }, facts, at);
    }

    expect(usedHeap() - before).toBeLessThan(20_000_000);
    expect(log.all).toHaveLength(300);
  });

  it('should keep 16 Mi characters of the last requests, and 10,000 requests', () => {
    const log = new RequestLog();
    const value = 'x'.repeat(2_048);
    const parameters = Array.from({ length: 20 }, (_, at) => [`p${at}`, value] as const);
    const query = new URLSearchParams(parameters.map(([name, text]) => [name, text]));
    const usedHeap = heapMeter();
    const before = usedHeap();
    for (let at = 0; at < 2_000; at++) log.begin({ ...request, query }, short, at);

    expect(usedHeap() - before).toBeLessThan(60_000_000);
    expect(log.all.length).toBe(Math.floor((16 * 1_048_576) / (20 * 2_048 + 50 + 7)));
    expect(log.all.at(-1)?.started).toBe(1_999);

    for (let at = 0; at < 25_000; at++) log.begin(request, short, at);
    expect(log.all).toHaveLength(10_000);
    expect(log.all.map(({ started }) => started)).toEqual(
      Array.from({ length: 10_000 }, (_, at) => 15_000 + at),
    );
    log.clear();
    expect(log.all).toEqual([]);
  });
});
