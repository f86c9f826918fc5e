import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { lastValueFrom, take, toArray } from 'rxjs';
import { ConnectionError, KubeError, ProtocolError, StatusError } from '../../src/objects/index.ts';
import { failed, get, openSockets, read, serversForEach, type Subject } from './support/harness.ts';
import { until } from './support/http-server.ts';

/** Specs that each transport must pass: servers and proxies that violate HTTP. */
export function describeHostile({ make, wire }: Subject): void {
  describe('a server that breaks the protocol', () => {
    const serve = serversForEach(wire);
    const raw = (text: string): RequestListener => {
      return (request) => request.socket.end(text);
    };

    it.each([
      ['application/octet-stream', '<html>'],
      ['', '<html>'],
      ['text/html', '{"kind":"PodList"}'],
    ])('should pass on the bytes of a 200 of the type %p: %s', async (type, body) => {
      const server = await serve((_, response) =>
        response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body),
      );

      expect(await read(make(server.address))).toBe(body);
    });

    it.each(['<html>', '\ufeff \n<!doctype html>'])(
      'should treat the page of a login proxy as a refused login, also with status 200: %j',
      async (page) => {
        const server = await serve((_, response) =>
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
        );

        const error = await failed(make(server.address));

        expect(error).toBeInstanceOf(ProtocolError);
        expect(error).toMatchObject({
          failure: 'unauthorized',
          message: expect.stringContaining('a login proxy asks to sign in'),
          advice: expect.stringMatching(/^sign in again/),
        });
      },
    );

    it('should pass on a web page of a pod', async () => {
      const server = await serve((_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      );

      expect(await read(make(server.address), { path: '/api/v1/namespaces/a/pods/b/proxy/' })).toBe('<html>');
    });

    it('should never pass on compressed bytes as plain bytes', async () => {
      const whole = gzipSync('{"a":1}');
      const server = await serve(({ url }, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(url?.startsWith('/half') === true ? whole.subarray(0, 15) : whole),
      );
      const outcome = (path: string): Promise<unknown> =>
        read(make(server.address), { path }).catch((error: unknown) => error);

      const came = await outcome('/whole');
      const asksForIt = server.seen[0]?.headers['accept-encoding'] !== undefined;

      if (asksForIt) expect(came).toBe('{"a":1}');
      else expect(came).toBeInstanceOf(ProtocolError);
      // Some decompressors accept a gzip stream that ends too early. Then the JSON parser has to notice the missing
      // part.
      const half = await outcome('/half');
      if (typeof half === 'string') expect('{"a":1}'.startsWith(half)).toBe(true);
      else expect(half).toBeInstanceOf(KubeError);
    });

    it('should distinguish a web page from an answer of the API server', async () => {
      const server = await serve((_, response) => response.writeHead(502).end('<html>Bad gateway</html>'));

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(StatusError);
      expect(error).toMatchObject({
        code: 502,
        message: expect.stringContaining('a web page with status 502'),
      });
    });

    it('should stop reading an endless body when the reader unsubscribes', async () => {
      const before = openSockets();
      let written = 0;
      const server = await serve((_, response) => {
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000;
        };
        response.on('drain', write);
        write();
      });

      await lastValueFrom(make(server.address).open(get).pipe(take(3), toArray()));
      await server.quiet();
      await until(() => openSockets() <= before);

      expect(written).toBeLessThan(50_000_000);
    });

    it('should read a body that arrives slowly, one byte at a time', async () => {
      const server = await serve((_, response) => {
        const bytes = [...Buffer.from('{"ä":1}\n')];
        const timer = setInterval(() => {
          const byte = bytes.shift();
          if (byte === undefined) response.end();
          else response.write(Buffer.of(byte));
        }, 3);
        response.on('close', () => clearInterval(timer));
      });

      expect(await read(make(server.address))).toBe('{"ä":1}\n');
    });

    it('should read a body that ends with the connection, as in HTTP/1.0', async () => {
      const server = await serve(raw('HTTP/1.0 200 OK\r\n\r\n{"a":1}'));

      expect(await read(make(server.address))).toBe('{"a":1}');
    });

    it('should ignore an interim answer (103) and the trailers after the body', async () => {
      const chunked = 'Transfer-Encoding: chunked\r\nTrailer: x-sum\r\nConnection: close\r\n\r\n';
      const server = await serve(
        raw(
          `HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\n${chunked}3;x=y\r\nabc\r\n0\r\nx-sum: 1\r\n\r\n`,
        ),
      );

      expect(await read(make(server.address))).toBe('abc');
    });

    it.each([
      ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
      ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde'],
      [
        'a length and chunks',
        'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
      ],
      [
        'a switch of protocols',
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      ],
    ])('should refuse an answer with %s', async (_, text) => {
      const server = await serve(raw(text));

      expect(await failed(make(server.address))).toBeInstanceOf(ConnectionError);
    });

    it('should not pass the answer of one request to another request', async () => {
      const server = await serve(({ url, socket }, response) => {
        if (url?.startsWith('/first') !== true) response.end('second');
        else
          socket.write(
            'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirstHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged',
          );
      });
      const transport = make(server.address);

      await read(transport, { path: '/first' }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));

      expect(await read(transport, { path: '/second' }).catch(() => 'nothing')).not.toBe('forged');
    });

    it.each([
      ['sends nothing', () => undefined],
      ['sends another protocol', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')],
    ])(
      'should close the connection to a server that %s after the connect',
      async (_, greet: (socket: Socket) => unknown) => {
        const before = openSockets();
        const open = new Set<Socket>();
        const server = createServer((socket) => {
          open.add(
            socket
              .on('error', () => undefined)
              .on('close', () => open.delete(socket))
              .resume(),
          );
          greet(socket);
        });
        await once(server.listen(0, '127.0.0.1'), 'listening');
        const { port } = server.address() as AddressInfo;
        const ends: unknown[] = [];

        const subscription = make(`${wire}://127.0.0.1:${port}`)
          .open(get)
          .subscribe({ error: (error: unknown) => ends.push(error), complete: () => ends.push('complete') });
        await new Promise((resolve) => setTimeout(resolve, 30));
        subscription.unsubscribe();
        await until(() => open.size === 0 && openSockets() <= before);
        server.close();

        expect(ends.every((error) => error instanceof ConnectionError)).toBe(true);
      },
    );
  });
}
