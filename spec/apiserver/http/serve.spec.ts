import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { of } from 'rxjs';
import { Budgets } from '../../../src/apiserver/http/budgets.ts';
import { UnsentBytes } from '../../../src/apiserver/http/unsent-bytes.ts';
import { pretty } from '../../../src/apiserver/http/pretty.ts';
import { pump } from '../../../src/apiserver/http/pump.ts';
import { type ApiResponse, bytes } from '../../../src/apiserver/http/response.ts';
import { send } from '../../../src/apiserver/http/serve.ts';
import { tooManyRequests } from '../../../src/apiserver/status/refusals.ts';
import { raw, request as requestText } from './raw-request.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

/** Size of a body that is larger than the buffers of two sockets. */
const size = 20_000_000;
const json = { 'content-type': 'application/json' };

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/**
 * Starts a server with a memory limit for responses that clients have not read. The limit is the size of one and a half
 * large bodies.
 */
async function serving(made: () => ApiResponse): Promise<number> {
  const budgets = new Budgets();
  const limits = { answers: new UnsentBytes(1.5 * size), events: new UnsentBytes(1.5 * size) };
  const server = createServer((_, outgoing) => {
    send(outgoing, of(made()), { readTimeout: 60_000, time: budgets.time.of('client'), budgets: limits });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function dialled(port: number, method: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  socket.write(`${method} / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`);
  return socket;
}

/** Sends a request, and reads only the beginning of the response. */
async function asked(
  port: number,
  method = 'GET',
): Promise<{ readonly line: string; readonly socket: Socket }> {
  const socket = dialled(port, method);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { line: chunk.toString('latin1').split('\r\n', 1).join(), socket };
}

const request = {
  method: 'GET',
  path: '/',
  query: new URLSearchParams('pretty=1'),
  headers: {},
  body: '',
};

describe('send', () => {
  it.each([
    ['an answer', () => bytes(Buffer.alloc(size, 'x'), 200, json)],
    ['an answer that is indented', () => pretty(request, bytes(Buffer.alloc(size, '"x'), 200, json))],
  ])('should refuse %s with 429 while unread answers keep too many bytes', async (_, made) => {
    const port = await serving(made);

    const first = await asked(port);
    const second = await asked(port);
    first.socket.destroy();
    let third = second;
    while (third.line !== 'HTTP/1.1 200 OK') third = await asked(port);

    expect([first.line, second.line]).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 429 Too Many Requests']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'should send the answer of a %s, which is stored by then, while unread answers keep too many bytes',
    async (method) => {
      const port = await serving(() => bytes(Buffer.alloc(size, 'x'), 201, json));

      const lines = [await asked(port), await asked(port, method), await asked(port)].map(({ line }) => line);

      expect(lines).toEqual([
        'HTTP/1.1 201 Created',
        'HTTP/1.1 201 Created',
        'HTTP/1.1 429 Too Many Requests',
      ]);
    },
  );

  it('should count bytes once that unread answers share', async () => {
    const shared = Buffer.alloc(size, 'x');
    const port = await serving(() => bytes(shared, 200, json));

    const lines = [await asked(port), await asked(port), await asked(port)].map(({ line }) => line);

    expect(lines).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'));
  });

  it.each([
    ['a list', undefined],
    ['a watch', true],
  ] as const)('should cut %s whose next piece would exceed the limit', async (_, stream) => {
    const pieces = function* (): Generator<Uint8Array> {
      for (;;) yield Buffer.alloc(size, 'x');
    };
    const port = await serving(() => ({
      status: 200,
      headers: json,
      ...(stream === undefined ? {} : { stream }),
      body: (flow) => pump(pieces, flow),
    }));

    const { socket: first } = await asked(port);
    const second = dialled(port, 'GET').resume();
    await new Promise((resolve) => second.once('close', resolve));

    expect(second.bytesRead).toBeLessThan(size);
    expect(first.destroyed).toBe(false);
  });
});

describe('answerTo', () => {
  it('should refuse a write without storing it while unread answers fill the memory, and answer a read', async () => {
    const server = createApiServer();
    const { url } = await server.listen();
    const full = jest.spyOn(UnsentBytes.prototype, 'refuseIfFull').mockImplementation(() => {
      throw tooManyRequests();
    });
    const [path, body] = ['/api/v1/namespaces/default/configmaps', '{"metadata":{"name":"a"}}'];
    const create = (): Promise<{ readonly code: number }> =>
      raw(url, ...requestText('POST', path, json, body));

    const refused = await create();
    const read = await raw(url, ...requestText('GET', `${path}/a`));
    full.mockRestore();
    const created = await create();
    await server.close();

    expect([refused.code, read.code, created.code]).toEqual([429, 404, 201]);
  });
});
