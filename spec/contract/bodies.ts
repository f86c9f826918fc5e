import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { get, type Subject, read, serversForEach } from './support/harness.ts';
import { until } from './support/http-server.ts';

/** Specs that each transport must pass: bodies of responses. */
export function describeBodies({ make, wire }: Subject): void {
  describe('bodies', () => {
    const serve = serversForEach(wire);

    it('should emit chunks when they arrive', async () => {
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

    it('should emit nothing while the server sends nothing, before and after the headers (P31)', async () => {
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

    it('should change no byte, for any chunks', async () => {
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

    it('should transfer many megabytes', async () => {
      const body = Buffer.alloc(20_000_000, 'abcdefghij');
      const server = await serve((_, response) => response.end(body));

      const chunks = await lastValueFrom(make(server.address).open(get).pipe(toArray()));

      expect(Buffer.concat(chunks).equals(body)).toBe(true);
    });

    it.each([200, 201, 202, 204])(
      'should complete for the answer %d without a body to a write',
      async (code) => {
        const server = await serve((_, response) => response.writeHead(code).end());

        expect(await read(make(server.address), { path: '/api/v1/pods', method: 'POST' })).toBe('');
      },
    );
  });
}
