import { asyncScheduler, defer, EMPTY, Observable, repeat } from 'rxjs';
import { yieldToEventLoop } from '../objects/index.ts';

/** Work that can be left off: does some, asks now and then whether to pause, and returns true when it is done. */
export type Work = (pause: () => boolean) => boolean;

/**
 * Works in slices of 5 ms, the event loop free in between (PF9); completes when the work is done. The clock is RxJS's, so
 * in virtual time, where nothing takes time, one slice does it all.
 */
export function inSlices(work: Work): Observable<never> {
  return defer(() => {
    let isDone = false;
    return defer(() => {
      const end = asyncScheduler.now() + sliceMilliseconds;
      isDone = work(() => asyncScheduler.now() >= end);
      return EMPTY;
    }).pipe(repeat({ delay: () => (isDone ? EMPTY : turn$) }));
  });
}

const sliceMilliseconds = 5;

/** By hand, because a callback that can be cancelled is nothing RxJS has an operator for. */
const turn$ = new Observable<void>((subscriber) => yieldToEventLoop(() => subscriber.next()));
