import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, createApiServer, type FaultRule } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { raw, request } from './raw-request.ts';

const servers: ApiServer[] = [];
const sockets: Socket[] = [];
const watch = '/api/v1/configmaps?watch=true';
const upgrade =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\norigin: http://app.example\r\n';

async function listening(...faults: readonly FaultRule[]): Promise<{ server: ApiServer; url: string }> {
  const server = createApiServer({ cors: { origins: ['http://app.example'] } });
  servers.push(server);
  for (const rule of faults) server.faults.add(rule);
  return { server, url: (await server.listen()).url };
}

/** Opens a connection that sends this text. The client never closes the connection. */
function dialled(url: string, text: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket.on('error', () => undefined));
  socket.write(text);
  return socket;
}

const received = async (socket: Socket): Promise<string> => {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
};

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  for (const socket of sockets.splice(0)) socket.destroy();
});

describe('the connections of the API server', () => {
  it('should cut a watch whose client sends invalid bytes, and write nothing into its body', async () => {
    const { url } = await listening();
    const socket = dialled(url, `GET ${watch} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const head = await received(socket);
    let rest = '';
    socket.on('data', (chunk: Buffer) => (rest += chunk.toString()));

    socket.write('this is not HTTP\r\n\r\n');
    await once(socket, 'end');

    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(rest).not.toContain('HTTP/1.1');
  });

  it('should reset a pipelined request, and not keep its connection waiting forever', async () => {
    const { url } = await listening({ match: { name: 'x' }, fault: { type: 'dropConnection' } });
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const pods = '/api/v1/namespaces/default/pods';
    const late = `${pods}?resourceVersion=999999999999999`;

    const { code, text } = await raw(url, get(late) + get(`${pods}/x`) + get('/readyz'));

    expect([code, text.includes('HTTP/1.1 200')]).toEqual([504, false]);
  });

  it('should start a request only when the previous answer is written', async () => {
    const { server, url } = await listening();
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const all = raw(
      url,
      get(watch) + get('/readyz').repeat(20) + get('/none'),
      request('GET', '/livez')[0] ?? '',
    );
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(server.requests).toHaveLength(1);
    server.endWatches();

    const { text } = await all;
    expect(server.requests).toHaveLength(23);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([
      ...Array.from({ length: 20 }, () => 'HTTP/1.1 200'),
      'HTTP/1.1 404',
      'HTTP/1.1 200',
    ]);
  });

  it('should cut a connection with more than a thousand waiting requests', async () => {
    const { server, url } = await listening();
    const get = `GET ${watch} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const socket = dialled(url, get.repeat(1_100));

    await new Promise((resolve) => socket.resume().once('close', resolve));

    expect(server.requests).toHaveLength(1);
  });

  it('should accept a thousand headers, and use the last of them', async () => {
    const { url } = await listening();
    const many = Array.from({ length: 996 }, (_, n) => [`x-${n}`, String(n)] as const);
    const headers = { ...Object.fromEntries(many), accept: 'application/yaml' };

    const { code, text } = await raw(url, ...request('GET', '/api/v1/namespaces/default', headers));

    expect([code, text]).toEqual([200, expect.stringContaining('apiVersion: v1\n')]);
  });

  it.each([1_001, 10_000])('should refuse %i headers, and ignore none', async (count) => {
    const { url } = await listening();
    const many = Array.from({ length: count - 3 }, (_, n) => [`x-${n}`, String(n)] as const);

    const { code } = await raw(
      url,
      ...request('GET', '/api/v1/namespaces/default', Object.fromEntries(many)),
    );

    expect(code).toBe(431);
  });

  it('should cut a connection whose waiting requests have more than 64 MiB of headers', async () => {
    const { server, url } = await listening();
    const large = `GET ${watch} HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(500_000)}\r\n\r\n`;
    const socket = dialled(url, large);
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    for (let at = 0; at < 200; at++) socket.write(large);

    await closed;

    expect(server.requests).toHaveLength(1);
  });

  it('should handle 400 requests at a time, refuse more, and continue when they have ended', async () => {
    const { server, url } = await listening({ match: { verb: 'list' }, fault: { type: 'stallRequest' } });
    const open = Array.from({ length: 400 }, () =>
      dialled(url, 'GET /api/v1/pods HTTP/1.1\r\nhost: localhost\r\n\r\n'),
    );
    while (server.requests.length < 400) await new Promise((resolve) => setTimeout(resolve, 1));

    const refused = await raw(url, ...request('GET', '/api/v1/namespaces/default'));
    const socket = dialled(url, `GET ${watch} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const head = await received(socket);
    for (const one of open) one.destroy();
    let code = 0;
    while (code !== 200) code = (await raw(url, ...request('GET', '/api/v1/namespaces/default'))).code;

    expect([refused.code, head.split('\r\n', 1)]).toEqual([429, ['HTTP/1.1 200 OK']]);
    expect(refused.text).toContain('"retryAfterSeconds":1');
  });

  it('should handle 1,500 watches at a time', async () => {
    const { server, url } = await listening();
    const ask = `GET ${watch} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    for (let at = 0; at < 1_500; at++) dialled(url, ask);
    while (server.requests.length < 1_500) await new Promise((resolve) => setTimeout(resolve, 1));

    const { code } = await raw(url, ask);
    const other = await raw(url, ...request('GET', '/api/v1/namespaces/default'));

    expect([code, other.code]).toEqual([429, 200]);
  });

  it('should accept at most 2,000 connections', async () => {
    const { url } = await listening();
    const open: Socket[] = [];
    while (open.length < 2_000) {
      const more = Array.from({ length: 100 }, () =>
        dialled(url, 'GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      );
      await Promise.all(more.map(received));
      open.push(...more);
    }

    const { code } = await raw(url, ...request('GET', '/readyz'));
    open.pop()?.destroy();
    let again = 0;
    while (again !== 200) again = (await raw(url, ...request('GET', '/readyz'))).code;

    expect(code).toBe(0);
  });

  it('should cut a client that does not read its answer', async () => {
    const server = createApiServer({ requestTimeout: 100 });
    servers.push(server);
    const data = { text: 'x'.repeat(1_000_000) };
    for (let at = 0; at < 20; at++)
      server.objects.create(core.v1.configmaps, { metadata: { name: `c${at}`, namespace: 'default' }, data });
    const { url } = await server.listen();
    const socket = dialled(url, 'GET /api/v1/configmaps HTTP/1.1\r\nhost: localhost\r\n\r\n').pause();
    while (server.requests[0]?.ended === undefined) await new Promise((resolve) => setTimeout(resolve, 1));

    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    await once(socket.resume(), 'end');

    expect(received).toBeLessThan(20_000_000);
  });

  it('should accept an absolute URL as the request target, as every server must', async () => {
    const { url } = await listening();

    const { code } = await raw(url, ...request('GET', 'http://x:1/api/v1/namespaces/default?pretty=1'));

    expect(code).toBe(200);
  });

  it('should reset a WebSocket request as a fault', async () => {
    const { url } = await listening({ match: { verb: 'watch' }, fault: { type: 'dropConnection' } });

    const { code } = await raw(url, `GET ${watch} HTTP/1.1\r\nhost: localhost\r\n${upgrade}\r\n`);

    expect(code).toBe(0);
    expect((await raw(url, ...request('GET', '/readyz'))).code).toBe(200);
  });

  it.each<[string, FaultRule]>([
    ['is answered without one', { match: { verb: 'watch' }, fault: { type: 'refuse', status: 503 } }],
    ['is not answered at all', { match: { verb: 'watch' }, fault: { type: 'stallRequest' } }],
    ['has one', { match: { verb: 'list' }, fault: { type: 'stallRequest' } }],
  ])('should close although a WebSocket client, which %s, stays', async (_, fault) => {
    const { server, url } = await listening(fault);
    const socket = dialled(url, `GET ${watch} HTTP/1.1\r\nhost: localhost\r\n${upgrade}\r\n`);
    if (fault.fault.type === 'refuse') await received(socket);
    else while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));

    await server.close();

    await expect(raw(url, ...request('GET', '/readyz'))).resolves.toMatchObject({ code: 0 });
  });

  it.each<[string, (server: ApiServer) => Promise<unknown>]>([
    ['listens', (server) => server.listen()],
    ['restarts', (server) => server.restart()],
  ])('should be closed even if it %s in the meantime', async (_, work) => {
    const { server, url } = await listening();

    const working = work(server).catch((error: unknown) => error);
    await server.close();
    await working;

    for (const address of new Set([url, server.url ?? url])) {
      expect((await raw(address, ...request('GET', '/readyz'))).code).toBe(0);
    }
  });
});
