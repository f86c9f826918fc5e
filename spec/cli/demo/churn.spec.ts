import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { type ApiServer, createApiServer, type ObjectAccess } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { marbleScheduler, seededRandom } from 'rx-informer/testing';
import { timer } from 'rxjs';
import { churn } from '../../../src/cli/demo/churn.ts';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { eventsOf } from './events-of-churn.ts';
import { drawing, phaseOf, podsOf, watchChurn } from './watch-churn.ts';

describe('churn', () => {
  it.each([
    [0.5, 20],
    [3, 20],
  ])('should make %d events a second', (rate, seconds) => {
    const { versions } = eventsOf(5, rate, seconds);

    expect(Math.abs((versions.at(-1) ?? 0) - (versions[0] ?? 0) - rate * seconds)).toBeLessThanOrEqual(
      3 + rate / 40,
    );
  });

  it('should make no events at a rate of 0', () => {
    const { versions, sizes } = eventsOf(5, 0, 3);

    expect([new Set(versions).size, sizes[0]]).toEqual([1, 5]);
  });

  it('should continue if other clients delete its pods', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ flush }) => {
      const server = createApiServer();
      const running = churn(server, { pods: 3, rate: 100, random: seededRandom(2) }).subscribe();
      scheduler.schedule(
        () => server.objects.delete(core.v1.pods, 'shop/web-0', { gracePeriodSeconds: 0 }),
        5,
      );
      scheduler.schedule(() => {
        expect(server.objects.list(core.v1.pods)).toHaveLength(3);
        running.unsubscribe();
        void server.close();
      }, 2000);
      flush();
    });
  });

  it('should take the same time for an event, for any number of pods', () => {
    const growth = growthOfCost(10_000, (pods) => {
      const scheduler = marbleScheduler();
      scheduler.run(({ flush }) => {
        const objects = { get: () => undefined, create: () => undefined, list: () => [] };
        const running = churn({ objects: objects as unknown as ObjectAccess }, { pods, rate: 10_000 });
        const subscription = running.subscribe();
        scheduler.schedule(() => subscription.unsubscribe(), 2_000);
        flush();
      });
    });

    expect(growth).toBeLessThan(4);
  });

  it('should refuse an invalid size', () => {
    expect(() => churn(createApiServer(), { pods: 0, rate: 1 })).toThrow(OptionsError);
    expect(() => churn(createApiServer(), { pods: 1, rate: -1 })).toThrow('churn: rate');
  });
});

describe('the pods of churn', () => {
  it('should be created first, spread over three nodes', () => {
    watchChurn(
      { pods: 4, rate: 0 },
      {
        5: (server) => {
          expect(server.objects.list(core.v1.nodes).map(({ metadata }) => metadata.name)).toEqual([
            'node-a',
            'node-b',
            'node-c',
          ]);
          expect(podsOf(server)).toMatchObject(
            ['node-a', 'node-b', 'node-c', 'node-a'].map((nodeName, at) => ({
              metadata: { name: `web-${at}`, namespace: 'shop', labels: { app: 'web' } },
              spec: { nodeName, containers: [{ name: 'web', image: 'registry.example/web:1' }] },
            })),
          );
        },
      },
    );
    expect.assertions(2);
  });

  it('should be created in the namespace shop, which may exist', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { objects } = createApiServer();
      const namespace = objects.create(core.v1.namespaces, { metadata: { name: 'shop' } });
      expectObservable(churn({ objects }, { pods: 1, rate: 0 }), '^ 100ms !').toBe('');
      timer(50).subscribe(() => {
        expect(objects.get(core.v1.namespaces, 'shop')).toEqual(namespace);
        expect(objects.list(core.v1.pods, 'shop')).toHaveLength(1);
      });
    });
    expect.assertions(2);
  });

  it('should start, crash and be replaced, which are three events', () => {
    const seen: Record<number, string> = {};
    const look = (second: number) => (server: ApiServer) => {
      seen[second] = podsOf(server).map(phaseOf).join(', ');
    };
    const looks = Object.fromEntries(
      [0, 1, 2, 3, 4, 5, 6].map((second) => [second * 1000 + 25, look(second)]),
    );
    // With these random numbers, the demo first changes the third of four pods twice. Then it replaces this pod, and
    // changes the first pod.
    watchChurn({ pods: 4, rate: 1, random: drawing(0.5, 0.9, 0.74, 0.9, 0.5, 0.04, 0, 0.05) }, looks);

    expect(seen).toEqual({
      0: 'web-0 Pending, web-1 Pending, web-2 Pending, web-3 Pending',
      1: 'web-0 Pending, web-1 Pending, web-2 Running, web-3 Pending',
      2: 'web-0 Pending, web-1 Pending, web-2 CrashLoopBackOff, web-3 Pending',
      3: 'web-0 Pending, web-1 Pending, web-3 Pending, web-4 Pending',
      4: 'web-0 Pending, web-1 Pending, web-3 Pending, web-4 Pending',
      5: 'web-0 Pending, web-1 Pending, web-3 Pending, web-4 Pending',
      6: 'web-0 Running, web-1 Pending, web-3 Pending, web-4 Pending',
    });
  });

  it('should be replaced on the same node', () => {
    watchChurn(
      { pods: 3, rate: 1, random: drawing(0.5, 0) },
      {
        1025: (server) =>
          expect(
            podsOf(server).map(({ metadata, spec }) => `${metadata.name} ${spec?.nodeName ?? ''}`),
          ).toEqual(['web-0 node-a', 'web-2 node-c', 'web-3 node-b']),
      },
    );
    expect.assertions(1);
  });

  it('should be created again if other clients deleted them, which is one event', () => {
    const names = (server: ApiServer) => podsOf(server).map(phaseOf).join(', ');
    watchChurn(
      { pods: 2, rate: 1, random: drawing(0, 0, 0.9) },
      {
        500: ({ objects }) => {
          objects.delete(core.v1.pods, 'shop/web-0', { gracePeriodSeconds: 0 });
        },
        1025: (server) => expect(names(server)).toBe('web-1 Pending, web-2 Pending'),
        2025: (server) => expect(names(server)).toBe('web-1 Pending, web-2 Running'),
      },
    );
    expect.assertions(2);
  });
});
