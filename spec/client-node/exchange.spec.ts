import { EventEmitter, once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BehaviorSubject, lastValueFrom, map, tap, toArray } from 'rxjs';
import { bodyOf, exchange } from '../../src/client-node/exchange.ts';
import { PassThrough } from 'node:stream';
import { createEventReader } from '../../src/source/index.ts';
import { releaseChunk } from '../../src/source/machine/byte-window.ts';
import { provideTransfer } from '../support/transferable-buffers.ts';

const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

describe('exchange', () => {
  const [agent, ended] = [new Agent(), new AbortController()];
  let interim = 0;
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(early.repeat(interim) + answer));
  });

  beforeEach(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    ended.abort();
    agent.destroy();
    server.close();
  });

  const status = (): Promise<number | undefined> => {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const options = { method: 'GET', headers: {}, agent, body: undefined, endSignal: ended.signal };
    return lastValueFrom(
      exchange(url, options).pipe(
        map((response) => {
          response.resume();
          return response.statusCode;
        }),
      ),
    );
  };

  it('should wait for the answer after interim answers', async () => {
    interim = 100;

    expect(await status()).toBe(200);
  });

  it('should fail if there are too many interim answers', async () => {
    interim = 101;

    await expect(status()).rejects.toThrow('the server sent more than 100 interim answers (103)');
  });
});

provideTransfer();

const frame = '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"1"}}}\n';
const settings = { keepManagedFields: false, maxFrameBytes: 1_000, maxPageBytes: 1_000, confidential: false };

let server: Server | undefined;
const { poolSize: ownPoolSize } = Buffer;
afterEach(() => {
  server?.close();
  Object.assign(Buffer, { poolSize: ownPoolSize });
});

/** Reads a response from a real server. The server writes a part when the client has read the previous part. */
async function readParts(
  parts: readonly string[],
  look: (chunk: Uint8Array) => unknown,
): Promise<readonly Uint8Array[]> {
  const rest = [...parts];
  let more = (): void => undefined;
  server = createServer((_, response) => {
    more = () => {
      const part = rest.shift();
      if (part === undefined) response.end();
      else response.write(part);
    };
    more();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get({ port, host: '127.0.0.1', agent: false }, resolve),
  );
  return read(answer, (chunk) => {
    look(chunk);
    more();
  });
}

const read = (response: IncomingMessage, look: (chunk: Uint8Array) => unknown): Promise<Uint8Array[]> =>
  lastValueFrom(bodyOf(response).pipe(tap(look), toArray()));
const readEvents = (): ((chunk: Uint8Array) => unknown) => {
  const reader = createEventReader(settings, () => undefined);
  return (chunk) => [...reader.read(chunk)];
};

describe('bodyOf', () => {
  it('should free the bytes that a watch has read, after the next read of the socket', async () => {
    const events: unknown[] = [];
    const reader = createEventReader(settings, () => undefined);

    const chunks = await readParts([frame, frame + frame.slice(0, 9), frame.slice(9)], (chunk) =>
      events.push(...reader.read(chunk)),
    );

    expect(events).toHaveLength(3);
    expect(chunks.map(({ length }) => length === 0)).toEqual([true, true, false]);
  });

  it('should yield to the event loop within a read of the socket with thousands of chunks', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const raw = createTcpServer((socket) => {
      socket.once('data', () => socket.end(`${head}${'1\r\nx\r\n'.repeat(40_000)}0\r\n\r\n`));
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const { port } = raw.address() as AddressInfo;
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get({ port, host: '127.0.0.1', agent: false }, resolve),
    );
    let [ofTurn, most] = [0, 0];
    let next = setImmediate(function turn() {
      ofTurn = 0;
      next = setImmediate(turn);
    });

    const chunks = await read(answer, () => (most = Math.max(most, ++ofTurn)));
    clearImmediate(next);
    raw.close();

    expect(chunks).toHaveLength(40_000);
    expect(most).toBeLessThanOrEqual(2 * 2_048);
  });

  it('should not free a chunk that no reader has read', async () => {
    const chunks = await readParts([frame, frame], () => undefined);

    expect(Buffer.concat(chunks).toString()).toBe(frame + frame);
  });

  it('should not change the bytes of a replacement for a socket', async () => {
    const body = new PassThrough();
    const mine = [frame, frame].map((text) => Buffer.from(new TextEncoder().encode(text)));
    for (const part of mine) body.write(part);
    body.end();

    await read(Object.assign(body, { socket: { bytesRead: 0 } }) as unknown as IncomingMessage, readEvents());

    expect(mine.map(String)).toEqual([frame, frame]);
  });

  it.each([
    ['not free a buffer that may be the pool of Node', 8_192, [8_192, 0, 9]],
    ['free complete reads even if the pool has the same length and cannot be detached', 65_536, [0, 0, 9]],
  ])('should %s', (_, poolSize, left) => {
    Object.assign(Buffer, { poolSize });
    const response = Object.assign(new EventEmitter(), { socket: { bytesRead: 1 } });
    const buffers = [poolSize, poolSize + 1, 9].map((size) => new ArrayBuffer(size));
    bodyOf(response as unknown as IncomingMessage).subscribe((chunk) => releaseChunk(chunk));

    for (const buffer of buffers) response.emit('data', new Uint8Array(buffer, 0, 9));

    expect(buffers.map(({ byteLength }) => byteLength)).toEqual(left);
  });

  it.each([
    ['not free a buffer while another chunk of it arrives', 1, 9],
    ['not free a buffer that no socket has read', 0, 9],
  ])('should %s', (_, bytesRead, left) => {
    const response = Object.assign(new EventEmitter(), { socket: { bytesRead } });
    const buffer = new ArrayBuffer(9);
    bodyOf(response as unknown as IncomingMessage).subscribe((chunk) => releaseChunk(chunk));

    response.emit('data', new Uint8Array(buffer, 0, 4));
    response.emit('data', new Uint8Array(buffer, 4, 5));
    if (bytesRead === 0) response.emit('data', new Uint8Array(3));

    expect(buffer.byteLength).toBe(left);
  });

  it('should stop reading while it is paused', async () => {
    const size = 32 * 1_048_576;
    server = createServer((_, response) => response.end(new Uint8Array(size)));
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (): Promise<IncomingMessage> =>
      new Promise((resolve) => get({ port, host: '127.0.0.1', agent: false }, resolve));
    const paused = new BehaviorSubject(false);
    let chunks = 0;
    let length = 0;
    const whole = lastValueFrom(
      bodyOf(await ask(), paused).pipe(
        tap((chunk) => {
          length += chunk.length;
          if (++chunks === 2) paused.next(true);
        }),
      ),
    );
    // While the first response is paused, another response of the same size arrives completely.
    await read(await ask(), () => undefined);
    expect(chunks).toBe(2);

    paused.next(false);
    await whole;
    expect(length).toBe(size);
  });
});
