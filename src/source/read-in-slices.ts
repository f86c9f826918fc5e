import { BehaviorSubject, catchError, defer, exhaustMap, filter, finalize, map, type Observable } from 'rxjs';
import { timeSliced } from '../scheduling/index.ts';

/**
 * Emits what is read of each chunk of a stream, in slices; nothing more of a chunk is read after an unsubscribe.
 *
 * @param open - opens the stream. Its argument is an Observable that emits `true` while a chunk is read and the stream has to pause
 * @param createRead - for each subscription, makes the function that makes the values of a chunk, or `undefined` after work that
 *   brought none; `pause` says whether the slice is over
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
      // In its place behind the chunks: what came before an error counts.
      catchError((error: unknown) => [
        waiting.push(() => {
          throw error;
        }),
      ]),
      exhaustMap(readWaiting), // which goes on with what comes meanwhile: inner streams would wait one inside the other
    );
  });
}
