import { describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { OptionsError } from '../../src/objects/index.ts';
import { failed, get, type Subject, read, serversForEach } from './support/harness.ts';

/** Specs that each transport must pass: the content and the time of requests. */
export function describeRequests({ make, wire }: Subject): void {
  describe('requests', () => {
    const serve = serversForEach(wire);

    it('should send nothing before a subscription, and one request for each subscription', async () => {
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

    it('should keep the path of the server’s address, with or without a trailing slash', async () => {
      const server = await serve((_, response) => response.end());

      await read(make(`${server.address}/k8s/clusters/c-1`), { path: '/version' }).catch(() => undefined);
      await read(make(`${server.address}/k8s/clusters/c-1/`), { path: '/version' }).catch(() => undefined);

      expect(server.seen.map(({ url }) => url?.replace(/\?.*/, ''))).toEqual(
        Array(2).fill('/k8s/clusters/c-1/version'),
      );
    });

    it('should refuse a path that leads to another server', async () => {
      const server = await serve((_, response) => response.end());

      expect(await failed(make(server.address), { path: '//evil.example/api' })).toBeInstanceOf(OptionsError);
      expect(server.seen).toEqual([]);
    });

    it('should request the token before each request', async () => {
      const tokens = ['one', 'two'];
      const server = await serve((_, response) => response.end('x'));
      const transport = make(server.address, () => Promise.resolve(tokens.shift()));

      await read(transport);
      await read(transport);

      expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
    });

    it('should accept a token with a line feed at the end, as in a file', async () => {
      const server = await serve((_, response) => response.end('x'));

      await read(make(server.address, () => 'one\n'));

      expect(server.seen[0]?.headers.authorization).toBe('Bearer one');
    });

    it('should reuse a connection', async () => {
      const server = await serve((_, response) => response.end('x'.repeat(100_000)));
      const transport = make(server.address);

      for (let i = 0; i < 10; i++) await read(transport);

      expect(server.connections()).toBeLessThan(3); // the first connection may still be busy when the second request starts
    });

    it('should reuse a connection after a DELETE with a body', async () => {
      const server = await serve((request, response) => {
        request.resume();
        request.on('end', () => response.end('x'));
      });
      const transport = make(server.address);

      await read(transport, { path: '/a', method: 'DELETE', body: '{"propagationPolicy":"Background"}' });

      expect(await read(transport)).toBe('x');
    });
  });
}
