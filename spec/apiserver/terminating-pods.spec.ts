import { describe, expect, it } from '@jest/globals';
import type { SchedulerLike, Subscription } from 'rxjs';
import { type ApiServer, createApiServer, type ManualClock, manualClock } from 'rx-informer/apiserver';
import { pods } from './support/both-doors.ts';
import { containers } from './support/containers.ts';

const place = 'default/p';

/** A clock that is moved by hand, and that knows how many times somebody waits for. */
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

/** A server on such a clock, and one pod on a node there. */
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

describe('endTerminatingPods', () => {
  it('should wait once for a pod, however often its grace period is shortened', () => {
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

  it('should wait for no pod that is gone', () => {
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

  it('should give the next pod of the same name the time of its own', () => {
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
});
