import { merge, NEVER, type Observable, Subject } from 'rxjs';
import type { RequestTime } from './time-budget.ts';

/** How fast the other end reads: pieces of a body are made only while it is writable. */
export interface Flow {
  /** @param ignoreTime - asks only whether the reader takes more, not whether the server has time left in this turn */
  writable(ignoreTime?: boolean): boolean;
  /** Emits when it is writable again. */
  readonly drain$: Observable<unknown>;
  /**
   * Counts bytes that stay in memory until the returned function is called. Absent, and `undefined`, where they are not counted.
   *
   * @throws Refusal 429 where answers would hold too many
   */
  readonly hold?: (bytes: Uint8Array) => (() => void) | undefined;
}

/** Whoever takes all at once: a subscriber in this process. */
export const freeFlow: Flow = { writable: () => true, drain$: NEVER };

/**
 * The same flow, while there is time: a turn of the event loop comes in between. The sockets of Node report a drain before the
 * event loop turns, so that a reader that keeps up would otherwise hold the server for the whole body.
 */
export function slicedFlow(flow: Flow, time: RequestTime): Flow {
  const turned$ = new Subject<void>();
  let isWaiting = false;
  return {
    writable: (ignoreTime) => {
      if (ignoreTime === true) return flow.writable();
      if (isWaiting || !flow.writable()) return false;
      if (!time.isOver()) return true;
      isWaiting = true;
      time.turn().subscribe(() => {
        isWaiting = false;
        turned$.next();
      });
      return false;
    },
    drain$: merge(flow.drain$, turned$),
  };
}
