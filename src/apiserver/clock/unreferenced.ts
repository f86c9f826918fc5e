import type { SchedulerLike, Subscription } from 'rxjs';

/**
 * Wraps a scheduler so that its timers do not keep the Node process alive.
 *
 * RxJS stores the timer of an action in the `id` of the action. In virtual time the `id` is not a timer of Node, so
 * there is no timer to unref.
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
