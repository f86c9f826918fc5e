import { describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { get, type Subject, openSockets, serversForEach } from './support/harness.ts';
import { until } from './support/http-server.ts';

/** Specs that each transport must pass: an unsubscribe at any time. */
export function describeUnsubscribing({ make, wire }: Subject): void {
  describe('unsubscribing', () => {
    const serve = serversForEach(wire);

    it.each<[string, RequestListener]>([
      ['before the headers', () => undefined],
      ['after the headers', (_, response) => response.flushHeaders()],
      ['in a body', (_, response) => response.write('{"type"')],
      ['in a refusal', (_, response) => response.writeHead(500).write('no')],
    ])('should abort the request %s and leave no socket open', async (_, handler) => {
      const before = openSockets();
      const server = await serve(handler);
      const received: unknown[] = [];

      const subscription = make(server.address)
        .open(get)
        .subscribe({
          next: () => undefined,
          error: (error: unknown) => received.push(error),
          complete: () => received.push('complete'),
        });
      await until(() => server.seen.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      subscription.unsubscribe();
      await server.quiet();
      await until(() => openSockets() <= before);

      expect(received).toEqual([]);
    });

    it('should send nothing when the token arrives after the unsubscribe', async () => {
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

    it('should abort immediately when the subscriber unsubscribes immediately', async () => {
      const before = openSockets();
      const server = await serve((_, response) => response.write('x'));

      for (let i = 0; i < 20; i++) make(server.address).open(get).subscribe().unsubscribe();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await server.quiet();
      await until(() => openSockets() <= before);
    });

    it('should emit nothing after an unsubscribe during a chunk', async () => {
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
