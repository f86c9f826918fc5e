import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import process from 'node:process';
import { lastValueFrom, toArray } from 'rxjs';
import { ConnectionError, OptionsError, StatusError } from '../../src/objects/index.ts';
import type { KubeRequest, Transport } from '../../src/source/index.ts';
import { startServer, type TestServer, until } from './http-server.ts';

/** As whom a transport is to speak: a token, or a promise of one. */
export type TokenGiver = () => string | undefined | Promise<string | undefined>;

/** What every transport over HTTP keeps, against a real server. */
export function describeHttpTransport(make: (address: string, token?: TokenGiver) => Transport): void {
  const servers: TestServer[] = [];
  const serve = async (handler: RequestListener): Promise<TestServer> => {
    const server = await startServer(handler);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  const get: KubeRequest = { path: '/api/v1/pods' };
  const read = async (transport: Transport, request: KubeRequest = get): Promise<string> =>
    Buffer.concat(await lastValueFrom(transport.open(request).pipe(toArray()))).toString();
  const failed = (transport: Transport, request: KubeRequest = get): Promise<unknown> =>
    read(transport, request).then(
      (body) => {
        throw new Error(`it did not fail, but gave ${body}`);
      },
      (error: unknown) => error,
    );
  const openSockets = (): number =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

  describe('requests', () => {
    it('should send nothing before someone subscribes, and one request for each who does', async () => {
      const server = await serve((_, response) => response.end('x'));
      const body$ = make(server.address).open(get);
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(server.seen).toHaveLength(0);

      expect(await lastValueFrom(body$)).toHaveLength(1);
      expect(await lastValueFrom(body$)).toHaveLength(1);
      expect(server.seen).toHaveLength(2);
    });

    it('should send method, path, query, headers and body', async () => {
      let body = '';
      const server = await serve((request, response) => {
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => response.end('{}'));
      });

      await read(make(server.address), {
        path: '/apis/apps/v1/deployments',
        method: 'PATCH',
        query: { labelSelector: 'a in (b,c)' },
        headers: { 'Content-Type': 'application/merge-patch+json' },
        body: '{"ü":1}',
      });

      const url = new URL(server.seen[0]?.url ?? '', server.address);
      expect(server.seen[0]).toMatchObject({
        method: 'PATCH',
        headers: {
          accept: 'application/json',
          'content-type': 'application/merge-patch+json',
          'content-length': '8',
        },
      });
      expect(url.pathname).toBe('/apis/apps/v1/deployments');
      expect(url.searchParams.get('labelSelector')).toBe('a in (b,c)');
      expect(body).toBe('{"ü":1}');
    });

    it('should keep the path of the server’s address, with a slash at its end or without', async () => {
      const server = await serve((_, response) => response.end());

      await read(make(`${server.address}/k8s/clusters/c-1`), { path: '/version' }).catch(() => undefined);
      await read(make(`${server.address}/k8s/clusters/c-1/`), { path: '/version' }).catch(() => undefined);

      expect(server.seen.map(({ url }) => url?.replace(/\?.*/, ''))).toEqual(
        Array(2).fill('/k8s/clusters/c-1/version'),
      );
    });

    it('should not leave the server for a path that leads elsewhere', async () => {
      const server = await serve((_, response) => response.end());

      expect(await failed(make(server.address), { path: '//evil.example/api' })).toBeInstanceOf(OptionsError);
      expect(server.seen).toEqual([]);
    });

    it('should ask for the token before each request', async () => {
      const tokens = ['one', 'two'];
      const server = await serve((_, response) => response.end('x'));
      const transport = make(server.address, () => Promise.resolve(tokens.shift()));

      await read(transport);
      await read(transport);

      expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
    });

    it('should take a token that ends in a line feed, as one from a file may', async () => {
      const server = await serve((_, response) => response.end('x'));

      await read(make(server.address, () => 'one\n'));

      expect(server.seen[0]?.headers.authorization).toBe('Bearer one');
    });

    it('should use a connection again', async () => {
      const server = await serve((_, response) => response.end('x'.repeat(100_000)));
      const transport = make(server.address);

      for (let i = 0; i < 10; i++) await read(transport);

      expect(server.connections()).toBeLessThan(3); // the second where the first is not free at once
    });

    it('should not spoil a connection by a DELETE with a body', async () => {
      const server = await serve((request, response) => {
        request.resume();
        request.on('end', () => response.end('x'));
      });
      const transport = make(server.address);

      await read(transport, { path: '/a', method: 'DELETE', body: '{"propagationPolicy":"Background"}' });

      expect(await read(transport)).toBe('x');
    });
  });

  describe('bodies', () => {
    it('should give chunks as they come', async () => {
      let more = (): void => undefined;
      const server = await serve((_, response) => {
        response.write('one');
        more = () => response.end('two');
      });
      const seen: string[] = [];
      const done = new Promise<void>((complete, error) => {
        make(server.address)
          .open(get)
          .subscribe({ next: (chunk) => seen.push(Buffer.from(chunk).toString()), complete, error });
      });

      await until(() => seen.length > 0);
      expect(seen).toEqual(['one']);
      more();
      await done;

      expect(seen.join('')).toBe('onetwo');
    });

    it('should be silent as long as the server is, headers sent or not (P31)', async () => {
      const server = await serve((_, response) => response.flushHeaders());
      const seen: unknown[] = [];

      const subscription = make(server.address)
        .open(get)
        .subscribe({ next: (chunk) => seen.push(chunk), error: (error: unknown) => seen.push(error) });
      await until(() => server.seen.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
      subscription.unsubscribe();

      expect(seen).toEqual([]);
      await server.quiet();
    });

    it('should change no byte, wherever a chunk ends', async () => {
      const text = 'ä…\u{1F600}\u2028'.repeat(50);
      const server = await serve((_, response) => {
        void (async () => {
          for (const byte of Buffer.from(text)) {
            if (!response.write(Buffer.of(byte)))
              await new Promise((resolve) => response.once('drain', resolve));
          }
          response.end();
        })();
      });

      expect(await read(make(server.address))).toBe(text);
    });

    it('should carry many megabytes', async () => {
      const body = Buffer.alloc(20_000_000, 'abcdefghij');
      const server = await serve((_, response) => response.end(body));

      const chunks = await lastValueFrom(make(server.address).open(get).pipe(toArray()));

      expect(Buffer.concat(chunks).equals(body)).toBe(true);
    });

    it.each([200, 201, 202, 204])('should complete for %d without a body', async (code) => {
      const server = await serve((_, response) => response.writeHead(code).end());

      expect(await read(make(server.address))).toBe('');
    });
  });

  describe('refusals', () => {
    const status = (code: number, more: object = {}): string =>
      JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, ...more });

    it.each([
      [400, 'BadRequest', 'fatal'],
      [401, 'Unauthorized', 'unauthorized'],
      [403, 'Forbidden', 'forbidden'],
      [404, 'NotFound', 'notFound'],
      [410, 'Expired', 'expired'],
      [422, 'Invalid', 'fatal'],
      [500, 'InternalError', 'transient'],
    ])('should tell the Status of a %d (P7)', async (code, reason, failure) => {
      const server = await serve((_, response) =>
        response.writeHead(code).end(status(code, { reason, message: `because ${reason}` })),
      );

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(StatusError);
      expect(error).toMatchObject({ code, reason, failure, message: `because ${reason}` });
    });

    it('should tell how long to wait, from the header or from the Status (P11)', async () => {
      const server = await serve((request, response) => {
        const inHeader = request.url?.startsWith('/header') === true;
        response.writeHead(429, inHeader ? { 'retry-after': '7' } : {});
        response.end(inHeader ? 'Too many requests' : status(429, { details: { retryAfterSeconds: 3 } }));
      });
      const transport = make(server.address);

      expect(await failed(transport, { path: '/header' })).toMatchObject({
        retryAfterSeconds: 7,
        failure: 'throttled',
      });
      expect(await failed(transport, { path: '/details' })).toMatchObject({ retryAfterSeconds: 3 });
    });

    it('should tell the text where there is no Status', async () => {
      const server = await serve((_, response) => response.writeHead(404).end('404 page not found\n'));

      expect(await failed(make(server.address))).toMatchObject({
        code: 404,
        message: 'the API server answered 404: 404 page not found',
      });
    });

    it.each([301, 302, 307, 308])('should not follow a %d, nor send it the token', async (code) => {
      const elsewhere = await serve((_, response) => response.end('{}'));
      const server = await serve((_, response) =>
        response.writeHead(code, { location: `${elsewhere.address}/login` }).end(),
      );

      const error = await failed(make(server.address, () => 'secret'));

      expect(error).toBeInstanceOf(StatusError);
      expect(error).toMatchObject({
        code,
        failure: 'transient',
        message: expect.stringContaining('a redirect'),
      });
      expect(elsewhere.seen).toEqual([]);
    });

    it('should read no more of a refusal than it needs', async () => {
      let written = 0;
      const server = await serve((_, response) => {
        response.writeHead(500);
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000;
        };
        response.on('drain', write);
        write();
      });

      expect(await failed(make(server.address))).toMatchObject({ code: 500 });
      await server.quiet();

      expect(written).toBeLessThan(50_000_000);
    });

    it('should use the connection of a refusal again', async () => {
      const server = await serve((_, response) => response.writeHead(404).end(status(404)));
      const transport = make(server.address);

      for (let i = 0; i < 10; i++) await failed(transport);

      expect(server.connections()).toBeLessThan(3);
    });

    it('should not repeat the token that a refusal repeats', async () => {
      const server = await serve((request, response) =>
        response.writeHead(403).end(`you sent ${request.headers.authorization ?? ''}`),
      );

      const error = (await failed(make(server.address, () => 'secret-token'))) as Error;

      expect(error.message).toContain('you sent Bearer (not shown)');
    });
  });

  describe('faults', () => {
    it('should say that nobody answers', async () => {
      const server = await serve((_, response) => response.end());
      await server.close();
      servers.length = 0;

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        failure: 'transient',
        message: expect.stringContaining(`no answer from ${server.address} (ECONNREFUSED)`),
        cause: expect.anything(),
      });
    });

    it.each<[string, RequestListener]>([
      ['closes before it answers', (request) => request.socket.destroy()],
      ['resets before it answers', (request) => request.socket.resetAndDestroy()],
      ['breaks off in its headers', (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Ty')],
      ['speaks no HTTP', (request) => request.socket.end('hello\r\n\r\n')],
    ])('should say that there was no answer when the server %s', async (_, handler) => {
      const server = await serve(handler);

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ message: expect.stringContaining(`no answer from ${server.address}`) });
    });

    it.each<[string, RequestListener]>([
      [
        'is reset in the middle of a frame',
        (request, response) => {
          response.write('{"type":"ADD');
          setTimeout(() => request.socket.resetAndDestroy(), 20);
        },
      ],
      [
        'is closed in the middle of a chunked body',
        (request, response) => {
          response.write('{"type":"ADD');
          setTimeout(() => request.socket.destroy(), 20);
        },
      ],
      [
        'is shorter than it said',
        (request, response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('{"kind":"PodList"');
          setTimeout(() => request.socket.end(), 20);
        },
      ],
    ])('should say that the answer broke off when it %s', async (_, handler) => {
      const server = await serve(handler);

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        message: expect.stringContaining(`the answer of ${server.address} broke off`),
      });
    });

    it('should send nothing when the credentials cannot be had, and not repeat why', async () => {
      const server = await serve((_, response) => response.end());
      const cause = new Error('token abc has expired');

      const error = (await failed(make(server.address, () => Promise.reject(cause)))) as Error;

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.message).toContain('credentials could not be had');
      expect(error.message).not.toContain('abc');
      expect(error.cause).toBe(cause);
      expect(server.seen).toEqual([]);
    });

    it('should not send, nor repeat, a token that no header may hold', async () => {
      const server = await serve((_, response) => response.end());

      const error = (await failed(make(server.address, () => 'two\nlines'))) as Error;

      expect(error).toBeInstanceOf(ConnectionError);
      expect(`${error.message} ${String(error.cause)}`).not.toContain('lines');
      expect(server.seen).toEqual([]);
    });
  });

  describe('unsubscribing', () => {
    it.each<[string, RequestListener]>([
      ['before the headers', () => undefined],
      ['after the headers', (_, response) => response.flushHeaders()],
      ['in a body', (_, response) => response.write('{"type"')],
      ['in a refusal', (_, response) => response.writeHead(500).write('no')],
    ])('should abort %s and leave no socket', async (_, handler) => {
      const before = openSockets();
      const server = await serve(handler);
      const told: unknown[] = [];

      const subscription = make(server.address)
        .open(get)
        .subscribe({
          next: () => undefined,
          error: (error: unknown) => told.push(error),
          complete: () => told.push('complete'),
        });
      await until(() => server.seen.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      subscription.unsubscribe();
      await server.quiet();
      await until(() => openSockets() <= before);

      expect(told).toEqual([]);
    });

    it('should send nothing when the token comes afterwards', async () => {
      const server = await serve((_, response) => response.end());
      let give: (token: string) => void = () => undefined;
      const token = new Promise<string>((resolve) => (give = resolve));

      const subscription = make(server.address, () => token)
        .open(get)
        .subscribe();
      subscription.unsubscribe();
      give('late');
      await new Promise((resolve) => setTimeout(resolve, 20));

      expect(server.seen).toEqual([]);
      expect(server.connections()).toBe(0);
    });

    it('should abort at once when it follows the subscription at once', async () => {
      const before = openSockets();
      const server = await serve((_, response) => response.write('x'));

      for (let i = 0; i < 20; i++) make(server.address).open(get).subscribe().unsubscribe();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await server.quiet();
      await until(() => openSockets() <= before);
    });

    it('should give nothing more after an unsubscribe in a chunk', async () => {
      const server = await serve((_, response) => {
        const timer = setInterval(() => response.write('x'), 2);
        response.on('close', () => clearInterval(timer));
      });
      const seen: unknown[] = [];

      await new Promise<void>((resolve) => {
        const subscription = make(server.address)
          .open(get)
          .subscribe((chunk) => {
            seen.push(chunk);
            subscription.unsubscribe();
            resolve();
          });
      });
      await server.quiet();

      expect(seen).toHaveLength(1);
    });
  });
}
