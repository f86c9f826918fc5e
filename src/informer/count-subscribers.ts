import { defer, finalize, type Observable } from 'rxjs';

/** A stream, and how many subscribe to it now. */
export interface CountedStream<T> {
  readonly counted$: Observable<T>;
  readonly count: () => number;
}

/** Counts the subscribers of a stream, those that came by `counted$`. */
export function countSubscribers<T>(source$: Observable<T>): CountedStream<T> {
  let count = 0;
  return {
    count: () => count,
    counted$: defer(() => {
      count++;
      return source$.pipe(finalize(() => count--));
    }),
  };
}
