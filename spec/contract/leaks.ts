import { describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import process from 'node:process';
import type { Subscription } from 'rxjs';
import type { Transport } from '../../src/source/index.ts';
import { read, serversForEach, type Subject } from './support/harness.ts';
import { until } from './support/http-server.ts';

/**
 * Specs that each transport must pass: no leaks. The specs compare the numbers of open resources before and after many
 * requests.
 */
export function describeLeaks({ make, wire }: Subject): void {
  describe('open resources', () => {
    const serve = serversForEach(wire);

    const count = wire === 'http' ? 1_000 : 200; // fewer requests over TLS, because each TLS handshake costs CPU time

    it(`should not remain after ${count} requests that were aborted at random moments`, async () => {
      const received = new Map<string, () => void>();
      const server = await serve((request, response) => {
        received.get(request.url?.replace(/\?.*/, '') ?? '')?.();
        sluggish(request, response);
      });
      const transport = make(server.address, () => 'a-token');
      await read(transport);
      server.closeIdle();
      await until(() => server.open() === 0);
      const before = resources();

      for (let i = 0; i < count; i += 20) {
        const round = Array.from({ length: 20 }, (_, j) => `/${i + j}`);
        await Promise.all(round.map((path, j) => openAndAbort(transport, path, received, moments[j % 3])));
      }
      await server.quiet();
      server.closeIdle();
      await until(() => server.open() === 0 && isAtMost(resources(), before));

      expect(server.seen.length).toBeGreaterThan(count / 2);
    });

    it('should not remain after 200 complete requests', async () => {
      const server = await serve((_, response) => response.end('x'));
      const transport = make(server.address);
      await read(transport);
      server.closeIdle();
      await until(() => server.open() === 0);
      const before = resources();

      for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 20 }, () => read(transport)));
      server.closeIdle();
      await until(() => server.open() === 0 && isAtMost(resources(), before));

      expect(server.seen).toHaveLength(201);
    });
  });
}

const moments = ['while it connects', 'before the headers', 'in the body'] as const;

function openAndAbort(
  transport: Transport,
  path: string,
  received: Map<string, () => void>,
  moment: (typeof moments)[number] | undefined,
): Promise<void> {
  return new Promise((resolve, error) => {
    const abort = (): void => {
      subscription.unsubscribe();
      received.delete(path);
      resolve();
    };
    const soon = (): void => void setTimeout(abort, Math.random() * 6);
    const subscription: Subscription = transport.open({ path }).subscribe({
      next: () => moment === 'in the body' && soon(),
      complete: abort,
      error,
    });
    if (moment === 'before the headers') received.set(path, soon);
    else if (moment === 'while it connects') {
      if (Math.random() < 0.3) abort();
      else soon();
    }
  });
}

/** Answers slowly: sends the headers, a chunk and the end, each after some ms. */
const sluggish: RequestListener = (_, response) => {
  const steps = [
    () => response.flushHeaders(),
    () => response.write('x'.repeat(1_000)),
    () => response.end(),
  ];
  let timer: NodeJS.Timeout | undefined;
  const next = (): void => {
    timer = setTimeout(() => {
      steps.shift()?.();
      if (steps.length > 0) next();
    }, Math.random() * 6);
  };
  next();
  response.on('close', () => clearTimeout(timer));
};

/** Returns the number of resources that keep this process alive, by kind. The resources of test servers count, too. */
function resources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const counted = ['TCPSocketWrap', 'TLSWrap', 'TCPConnectWrap', 'Timeout'];

const isAtMost = (now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): boolean =>
  counted.every((kind) => (now.get(kind) ?? 0) <= (before.get(kind) ?? 0));
