import { merge, NEVER, type Observable, Subject } from 'rxjs';
import type { RequestTime } from './time-budget.ts';

/** The reader's pace: pieces of a body are made only while the flow is writable. */
export interface Flow {
  /**
   * @param ignoreTime - if true, checks only whether the reader accepts more, not whether the server has time left in
   * this turn
   */
  writable(ignoreTime?: boolean): boolean;
  /** Emits when the flow is writable again. */
  readonly drain$: Observable<unknown>;
  /**
   * Counts bytes that stay in memory until the returned function is called. The method is absent if bytes are not
   * counted. It returns `undefined` for bytes that are not counted.
   *
   * @throws Refusal 429 if answers would hold too many bytes
   */
  readonly hold?: (bytes: Uint8Array) => (() => void) | undefined;
}

/** The flow of a reader that accepts everything at once: a subscriber in this process. */
export const unlimitedFlow: Flow = { writable: () => true, drain$: NEVER };

/**
 * Limits a flow to the time of a request, with a turn of the event loop in between. Node's sockets report a drain
 * before the event loop turns. Without this limit, a fast reader would occupy the server for the whole body.
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
