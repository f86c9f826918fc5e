import { BehaviorSubject, catchError, defer, exhaustMap, filter, finalize, map, type Observable } from 'rxjs';
import { timeSliced } from '../scheduling/index.ts';

/**
 * Reads the chunks of a stream in time slices, and emits the values that the chunks contain. An unsubscribe
 * ends the read even within a chunk.
 *
 * @param open - opens the stream. The argument of `open` emits `true` while a chunk is read, so that the
 * stream pauses
 * @param createRead - called for each subscription. Returns the function that yields the values of a chunk.
 * If a step of the work produced no value, that function yields `undefined`. `pause` returns true at the end
 * of a slice
 */
export function readInSlices<T>(
  open: (paused$: Observable<boolean>) => Observable<Uint8Array>,
  createRead: () => (chunk: Uint8Array, pause: () => boolean) => Iterable<T | undefined>,
): Observable<T> {
  return defer(() => {
    const paused$ = new BehaviorSubject(false);
    const read = createRead();
    const waiting: (() => Uint8Array)[] = [];
    function* values(pause: () => boolean): Generator<T | undefined, void> {
      let next: (() => Uint8Array) | undefined;
      while ((next = waiting.shift()) !== undefined) yield* read(next(), pause);
    }
    const readWaiting = (): Observable<T> => {
      paused$.next(true);
      return timeSliced(values).pipe(
        filter((value) => value !== undefined),
        finalize(() => paused$.next(false)),
      );
    };
    return open(paused$).pipe(
      map((chunk) => waiting.push(() => chunk)),
      // The error is queued after the chunks, so that the values of the chunks are emitted before the error.
      catchError((error: unknown) => [
        waiting.push(() => {
          throw error;
        }),
      ]),
      exhaustMap(readWaiting), // if work already runs, it also reads this chunk
    );
  });
}
