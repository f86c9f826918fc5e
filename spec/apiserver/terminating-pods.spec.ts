import { describe, expect, it } from '@jest/globals';
import type { SchedulerLike, Subscription } from 'rxjs';
import { type ApiServer, createApiServer, type ManualClock, manualClock } from 'rx-informer/apiserver';
import { pods } from './support/in-process-and-over-http.ts';
import { containers } from './support/containers.ts';

const place = 'default/p';

/** A manual clock that counts its waiting timers. */
function countedClock(): ManualClock & { readonly waiting: () => number } {
  const clock = manualClock(0);
  const actions: Subscription[] = [];
  return {
    ...clock,
    schedule: (...args: Parameters<SchedulerLike['schedule']>) => {
      const action = clock.schedule(...args);
      actions.push(action);
      return action;
    },
    waiting: () => actions.filter(({ closed }) => !closed).length,
  };
}

/** Creates a server with a manual clock, and one pod on a node. */
function setUp(): {
  readonly clock: ReturnType<typeof countedClock>;
  readonly server: ApiServer;
  readonly create: () => void;
  readonly remove: (gracePeriodSeconds: number) => void;
} {
  const clock = countedClock();
  const server = createApiServer({ clock });
  const pod = { metadata: { namespace: 'default', name: 'p' }, spec: { nodeName: 'n', containers } };
  return {
    clock,
    server,
    create: () => void server.objects.create(pods, pod),
    remove: (gracePeriodSeconds) => server.objects.delete(pods, place, { gracePeriodSeconds }),
  };
}

/** Creates pods on a node. Returns a function that counts the remaining pods. */
function fill({ objects }: ApiServer, count: number): () => number {
  for (let at = 0; at < count; at++) {
    const pod = { metadata: { namespace: 'default', name: `p${at}` }, spec: { nodeName: 'n', containers } };
    objects.create(pods, pod);
  }
  return () => objects.list(pods).length;
}

describe('endTerminatingPods', () => {
  it('should have one timer for a pod, for any number of shortened grace periods', () => {
    const { clock, server, create, remove } = setUp();
    create();
    remove(1000);
    const once = clock.waiting();
    for (let seconds = 999; seconds > 900; seconds--) remove(seconds);

    expect(clock.waiting()).toBe(once);
    clock.advance(900_000);
    expect(server.objects.get(pods, place)).toBeDefined();
    clock.advance(1_000);
    expect(server.objects.get(pods, place)).toBeUndefined();
  });

  it('should have no timer for a removed pod', () => {
    const { clock, create, remove } = setUp();
    const before = clock.waiting();
    for (let count = 0; count < 20; count++) {
      create();
      remove(1000);
      expect(clock.waiting()).toBe(before + 1);
      remove(0);
      expect(clock.waiting()).toBe(before);
    }
  });

  it('should give the next pod of the same name its own grace period', () => {
    const { clock, server, create, remove } = setUp();
    create();
    remove(10);
    remove(0);
    create();
    remove(20);

    clock.advance(19_000);
    expect(server.objects.get(pods, place)).toBeDefined();
    clock.advance(1_000);
    expect(server.objects.get(pods, place)).toBeUndefined();
  });

  it('should yield to the event loop while many pods of the same second end', async () => {
    const server = createApiServer();
    const count = fill(server, 1_000);
    for (let at = 0; at < 1_000; at++)
      server.objects.delete(pods, `default/p${at}`, { gracePeriodSeconds: 2 });
    const counts = [count()];
    while (count() > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(count());
    }
    await server.close();

    const steps = counts.slice(1).map((after, at) => (counts[at] ?? 0) - after);
    expect(Math.max(...steps)).toBeLessThanOrEqual(200);
  });

  it('should end many pods before advance() of a manual clock returns', () => {
    const clock = manualClock(0);
    const server = createApiServer({ clock });
    const count = fill(server, 1_000);
    for (let at = 0; at < 1_000; at++)
      server.objects.delete(pods, `default/p${at}`, { gracePeriodSeconds: 10 });
    clock.advance(9_000);
    expect(count()).toBe(1_000);

    clock.advance(1_000);
    expect(count()).toBe(0);
  });
});
