import { merge, NEVER, type Observable, Subject } from 'rxjs';
import type { RequestTime } from './time-budget.ts';

/**
 * The back pressure from the reader of a response body. The server creates the pieces of the body only while the flow
 * is writable.
 */
export interface Flow {
  /**
   * Returns whether the server may create the next piece.
   *
   * @param ignoreTime - if true, checks only whether the reader accepts more data. If false, also checks whether the
   * request has time left in the current turn of the event loop.
   */
  writable(ignoreTime?: boolean): boolean;
  /** Emits when the flow has become writable again. */
  readonly drain$: Observable<unknown>;
  /**
   * Counts bytes that stay in memory until the returned function is called. If the server does not count bytes of the
   * flow, the method is absent. If the server does not count the given bytes, the method returns `undefined`.
   *
   * @throws Refusal 429 if all answers together would have too many bytes in memory
   */
  readonly hold?: (bytes: Uint8Array) => (() => void) | undefined;
}

/** The flow of a reader that accepts all data at once. A subscriber in this process is such a reader. */
export const unlimitedFlow: Flow = { writable: () => true, drain$: NEVER };

/**
 * Limits a flow to the time slices of a request. Between two time slices the event loop turns once. The sockets of Node
 * emit `drain` before the event loop turns. So without this limit, a client that reads fast would block the server
 * until the whole body is sent.
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
