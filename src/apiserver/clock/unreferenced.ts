import type { SchedulerLike, Subscription } from 'rxjs';

/**
 * The same clock, for what a process need not wait for: Node may end while such a time still runs.
 *
 * RxJS keeps the timer of an action in its `id`; where that is none of Node's, as in virtual time, nothing keeps a process.
 */
export function unreferenced(clock: SchedulerLike): SchedulerLike {
  return {
    now: () => clock.now(),
    schedule: (...args: Parameters<SchedulerLike['schedule']>) => {
      const action: Subscription & { readonly id?: unknown } = clock.schedule(...args);
      if (isTimer(action.id)) action.id.unref();
      return action;
    },
  };
}

const isTimer = (id: unknown): id is { unref(): unknown } =>
  typeof id === 'object' && id !== null && 'unref' in id && typeof id.unref === 'function';
