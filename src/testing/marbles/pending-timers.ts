/** The members of RxJS's VirtualTimeScheduler, as a type that fits every installed copy of RxJS. */
interface WithActions {
  readonly frame: number;
  readonly actions: readonly { readonly delay: number }[];
}

/**
 * Returns the pending timers of a scheduler in virtual time, with one line for each time, for example `2
 * timers at 5000 ms`.
 */
export function pendingTimers(scheduler: unknown): readonly string[] {
  const { actions } = scheduler as WithActions;
  const times = new Map<number, number>();
  for (const { delay } of actions) times.set(delay, (times.get(delay) ?? 0) + 1);
  return [...times]
    .sort(([one], [other]) => one - other)
    .map(([at, count]) => `${count === 1 ? 'a timer' : `${count} timers`} at ${at} ms`);
}
