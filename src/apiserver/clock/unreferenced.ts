import type { SchedulerLike, Subscription } from 'rxjs';

/**
 * The same clock, for what a process need not wait for: Node may end while such a time still runs.
 *
 * RxJS keeps the timer of an action in its `id`; where that is none of Node's, as in virtual time, nothing keeps a process.
 */
export function unreferenced(clock: SchedulerLike): SchedulerLike {
  return {
    now: () => clock.now(),
    schedule: (work, delay, state) => {
      const action: Subscription & { readonly id?: unknown } = clock.schedule(work, delay, state);
      const timer = action.id;
      if (
        typeof timer === 'object' &&
        timer !== null &&
        'unref' in timer &&
        typeof timer.unref === 'function'
      )
        timer.unref();
      return action;
    },
  };
}
