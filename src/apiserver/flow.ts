import { merge, NEVER, type Observable, Subject } from 'rxjs';
import { yieldToEventLoop } from '../objects/index.ts';

/** How fast the other end reads: pieces of a body are made only while it is writable. */
export interface Flow {
  /** @param isLast - the body ends now: what is left goes out in this turn of the event loop */
  writable(isLast?: boolean): boolean;
  /** Emits when it is writable again. */
  readonly drain$: Observable<unknown>;
}

/** Whoever takes all at once: a subscriber in this process. */
export const freeFlow: Flow = { writable: () => true, drain$: NEVER };

/**
 * The same flow in slices of 5 ms, with a turn of the event loop after each. The sockets of Node report a drain before the
 * event loop turns, so that a reader that keeps up would otherwise hold the server for the whole body.
 */
export function slicedFlow(flow: Flow): Flow {
  const turned$ = new Subject<void>();
  let begun: number | undefined;
  let isOver = false;
  const turn = (): void => {
    const goesOn = isOver;
    begun = undefined;
    isOver = false;
    if (goesOn) turned$.next();
  };
  return {
    writable: (isLast) => {
      if (isLast === true) return flow.writable();
      if (isOver || !flow.writable()) return false;
      if (begun === undefined) {
        begun = performance.now();
        yieldToEventLoop(turn);
        return true;
      }
      isOver = performance.now() - begun >= sliceMilliseconds;
      return !isOver;
    },
    drain$: merge(flow.drain$, turned$),
  };
}

const sliceMilliseconds = 5;
