import { describe, expect, it } from '@jest/globals';
import { informer, listWatch, type Transport } from 'rx-informer';
import { createApiServer, manualClock } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { defer } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const { configmaps } = core.v1;
const fill = (server: ReturnType<typeof createApiServer>, prefix: string, count: number): void => {
  for (let nth = 0; nth < count; nth++)
    server.objects.create(configmaps, { metadata: { name: `${prefix}-${nth}`, namespace: 'default' } });
};

describe('the versions of a server', () => {
  it('should start from the clock, so that a later server continues above it', () => {
    const start = Date.UTC(2026, 0, 1);
    const first = createApiServer({ clock: manualClock(start) });
    fill(first, 'a', 50);
    const second = createApiServer({ clock: manualClock(start + 1_000) });

    expect(Number(first.resourceVersion)).toBeGreaterThan(start * 100);
    expect(Number(second.resourceVersion)).toBeGreaterThan(Number(first.resourceVersion));
    expect(Number.isSafeInteger(Number(second.resourceVersion))).toBe(true);
  });

  it('should be equal each time for an equal clock', () => {
    const versions = [1, 2].map(() => createApiServer({ clock: manualClock(0) }).resourceVersion);

    expect(versions[0]).toBe(versions[1]);
    expect(Number(versions[0])).toBeLessThan(1_000);
  });

  it('should stay above a snapshot, and above the objects in it', () => {
    const later = createApiServer({ clock: manualClock(2_000_000) });
    fill(later, 'a', 3);
    const earlier = createApiServer({ clock: manualClock(0) });

    earlier.restore(later.snapshot());

    expect(Number(earlier.resourceVersion)).toBeGreaterThan(Number(later.resourceVersion));
  });

  it.each(['auto', 'never'] as const)(
    'should be detected by an informer when another server with a lower version answers (streamingList: %s)',
    (streamingList) => {
      const messages: string[] = [];
      const scheduler = marbles();
      scheduler.run(() => {
        const ghosts = createApiServer({ now: () => 60_000_000 });
        const real = createApiServer({ now: () => 0 });
        fill(ghosts, 'ghost', 30);
        fill(real, 'real', 4);
        let current = ghosts;
        const transport: Transport = { open: (request) => defer(() => current.transport.open(request)) };
        const maps = informer(listWatch(transport, configmaps), {
          reflect: {
            streamingList,
            status: {
              next: (status) => {
                if (status.phase === 'waiting') messages.push(status.error.message);
              },
            },
          },
        });
        const received: string[] = [];
        const subscription = maps
          .changes()
          .subscribe((change) =>
            received.push(change.type === 'deleted' ? `deleted ${change.finalStateKnown}` : change.type),
          );
        scheduler.schedule(() => {
          expect(maps.store.size).toBe(30);
          received.length = 0;
          current = real;
          ghosts.endWatches();
        }, 1_000);
        scheduler.schedule(() => {
          expect(maps.store.list().map(({ metadata }) => metadata.name)).toEqual(
            Array.from({ length: 4 }, (_, nth) => `real-${nth}`),
          );
          expect(received).toEqual([
            ...Array.from({ length: 30 }, () => 'deleted false'),
            ...Array.from({ length: 4 }, () => 'added'),
          ]);
          subscription.unsubscribe();
          void ghosts.close();
          void real.close();
        }, 30_000);
      });

      expect(messages).toContainEqual(
        expect.stringContaining('the newest here: the server was restored or replaced'),
      );
    },
  );
});
