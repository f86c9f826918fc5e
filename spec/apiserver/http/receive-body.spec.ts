import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { Budget } from '../../../src/apiserver/http/budget.ts';
import { receiveBody } from '../../../src/apiserver/http/receive-body.ts';

const CM = '/api/v1/namespaces/default/configmaps';
const mebibyte = 1_048_576;

describe('the body of a request', () => {
  let server: ApiServer;
  const sockets: Socket[] = [];
  afterEach(async () => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    await server.close();
  });

  async function serve(options?: ApiServerOptions): Promise<URL> {
    server = createApiServer(options);
    return new URL((await server.listen()).url);
  }

  /** Sends a POST whose `Content-Length` is 3 MiB. Writes only `sent` bytes of the body. */
  async function begun({ port }: URL, headers: string, sent = 0): Promise<Socket> {
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST ${CM} HTTP/1.1\r\nhost: localhost\r\n${headers}content-type: application/json\r\ncontent-length: ${3 * mebibyte}\r\n\r\n`,
    );
    if (sent > 0) await new Promise((resolve) => socket.write('x'.repeat(sent), resolve));
    return socket;
  }

  const answered = async (socket: Socket): Promise<string> =>
    String(((await once(socket, 'data')) as [Buffer])[0])
      .split('\r\n', 1)
      .join();

  it('should be copied on arrival, so that no chunk of it is kept', () => {
    server = createApiServer();
    const incoming = new EventEmitter() as unknown as IncomingMessage;
    Object.assign(incoming, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
    const bodies: string[] = [];
    receiveBody(incoming, new Budget(mebibyte)).subscribe((body) =>
      bodies.push(Buffer.from(body).toString()),
    );

    for (let at = 0; at < 1_000; at++) {
      const chunk = Buffer.from(String(at % 10));
      incoming.emit('data', chunk);
      chunk.fill(0);
    }
    incoming.emit('end');

    expect(bodies).toEqual(['0123456789'.repeat(100)]);
  });

  it.each([
    ['without credentials', '', '401'],
    ['without the right', 'authorization: Bearer a\r\n', '403'],
    ['of another site', 'authorization: Bearer r\r\norigin: http://evil.example\r\n', '403'],
  ])('should not be awaited for %s', async (_, headers, code) => {
    const url = await serve({ tokens: { r: 'root', a: { user: 'alice' } } });

    expect(await answered(await begun(url, headers))).toContain(code);
    expect(server.requests).toMatchObject([{ status: Number(code), method: 'POST' }]);
  });

  it('should be refused with 429 if other bodies use all available memory', async () => {
    const url = await serve();
    const many = await Promise.all(Array.from({ length: 30 }, () => begun(url, '', 2.9 * mebibyte)));

    expect(await Promise.any(many.map(answered))).toBe('HTTP/1.1 429 Too Many Requests');

    sockets.splice(0).forEach((socket) => socket.destroy());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const body = JSON.stringify({ metadata: { name: 'x' }, data: { a: 'x'.repeat(mebibyte / 2) } });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url.origin}${CM}`, { method: 'POST', headers, body })).status).toBe(201);
  });
});
