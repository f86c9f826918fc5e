import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../support/until.ts';
import { type ToxicProxy, toxicProxy } from './toxic-proxy.ts';

let server: Server;
let proxy: ToxicProxy;
/** The server's sockets, in the order of their connections. */
let ends: Socket[];

beforeEach(async () => {
  ends = [];
  server = createServer((socket) => {
    ends.push(socket.on('error', () => undefined));
    socket.on('data', (bytes) => socket.write(bytes)); // the server returns all bytes that it receives
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await toxicProxy((server.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.close();
  server.close();
});

/** Connects a client through the proxy, and records what the client receives. */
async function client() {
  const seen = { text: '', error: '', ended: false, closed: false };
  const before = ends.length;
  const socket = connect(proxy.port, '127.0.0.1');
  socket.setEncoding('utf8').on('data', (text: string) => (seen.text += text));
  socket.on('error', (error: NodeJS.ErrnoException) => (seen.error = error.code ?? ''));
  socket.on('end', () => (seen.ended = true));
  socket.on('close', () => (seen.closed = true));
  await until(() => ends.length > before || seen.closed);
  return { socket, seen };
}

describe('toxicProxy', () => {
  it('should forward any number of bytes in both directions', async () => {
    const { socket, seen } = await client();
    const text = 'x'.repeat(3_000_000);
    socket.write(text);
    await until(() => seen.text.length === text.length);
    socket.end();
    await until(() => seen.closed);

    expect(seen).toMatchObject({ error: '', ended: true });
    expect(proxy).toMatchObject({ open: 0, taken: 1 });
  });

  it('should reset both ends of the open connections, and accept new connections', async () => {
    const { seen } = await client();
    await proxy.apply({ type: 'reset' });
    await until(() => seen.closed);
    await until(() => ends[0]?.destroyed === true);
    expect(seen).toMatchObject({ error: 'ECONNRESET', ended: false });

    const next = await client();
    next.socket.write('again');
    await until(() => next.seen.text === 'again');
  });

  it('should end the open connections regularly', async () => {
    const { socket, seen } = await client();
    socket.write('all of it');
    await until(() => seen.text === 'all of it');
    await proxy.apply({ type: 'end' });
    await until(() => seen.closed);

    expect(seen).toMatchObject({ error: '', ended: true });
  });

  it('should forget connections that are reset while they end', async () => {
    const { socket, seen } = await client();
    socket.pause();
    ends[0]?.write('x'.repeat(5_000_000)); // more bytes than fit into the buffers, so that the end of the connection has to wait
    await until(() => (ends[0]?.writableLength ?? 0) > 0);
    await proxy.apply({ type: 'end' });
    await proxy.apply({ type: 'reset' });
    await until(() => proxy.open === 0);
    socket.resume();
    await until(() => seen.closed);

    expect(proxy.open).toBe(0);
  });

  it('should cut an answer after the given number of bytes', async () => {
    const { socket, seen } = await client();
    await proxy.apply({ type: 'cut', bytes: 5 });
    socket.write('0123');
    await until(() => seen.text === '0123');
    socket.write('456789');
    await until(() => seen.closed);

    expect(seen).toMatchObject({ text: '01234', error: 'ECONNRESET' });
  });

  it('should hold back all bytes for a time, also of new connections, and lose none', async () => {
    const old = await client();
    const stalled = proxy.apply({ type: 'stall', ms: 200 });
    old.socket.write('old');
    const fresh = await client();
    fresh.socket.write('new');
    await sleep(50);
    expect([old.seen.text, fresh.seen.text]).toEqual(['', '']);

    await stalled;
    await until(() => old.seen.text === 'old' && fresh.seen.text === 'new');
    expect(proxy.open).toBe(2);
  });

  it('should forward slowly, and lose no byte', async () => {
    const { socket, seen } = await client();
    const sizes: number[] = [];
    socket.on('data', (text: string) => sizes.push(text.length));
    const dripping = proxy.apply({ type: 'drip', bytes: 2, ms: 100 });
    socket.write('x'.repeat(1_000));
    await until(() => seen.text.length > 4);
    expect(sizes[0]).toBeLessThan(1_000);

    await dripping;
    await until(() => seen.text.length === 1_000);
  });

  it('should leave connections half open for good, and reset them at the end', async () => {
    const { socket, seen } = await client();
    const dead = proxy.apply({ type: 'halfOpen', ms: 300 });
    socket.write('anybody?');
    ends[0]?.write('nobody');
    await sleep(50);
    expect(seen).toEqual({ text: '', error: '', ended: false, closed: false });
    socket.end();
    await sleep(20);
    expect(ends[0]?.destroyed).toBe(false);
    const next = await client();
    next.socket.write('here');
    await until(() => next.seen.text === 'here');

    await dead;
    await until(() => seen.closed && ends[0]?.destroyed === true);
    expect(seen).toMatchObject({ text: '', error: 'ECONNRESET' });
    expect(next.seen.closed).toBe(false);
  });

  it('should refuse connections for a time, keep its port, and not affect open connections', async () => {
    const { port } = proxy;
    const old = await client();
    const refused = proxy.apply({ type: 'refuse', ms: 100 });
    const { seen } = await client();
    expect(seen.error).toBe('ECONNREFUSED');
    old.socket.write('still here');
    await until(() => old.seen.text === 'still here');

    await refused;
    expect(proxy.port).toBe(port);
    const next = await client();
    next.socket.write('back');
    await until(() => next.seen.text === 'back');
  });

  it('should reset clients if the server accepts no connection', async () => {
    const [target] = ends;
    expect(target).toBeUndefined();
    server.close();
    await once(server, 'close');
    const { seen } = await client();
    await until(() => seen.closed);

    expect(seen.error).toBe('ECONNRESET');
  });
});
