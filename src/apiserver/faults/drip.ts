import {
  BehaviorSubject,
  concatMap,
  defer,
  filter,
  finalize,
  map,
  merge,
  type Observable,
  of,
  type SchedulerLike,
  tap,
  timer,
} from 'rxjs';
import type { Flow } from '../flow.ts';

/**
 * Limits a body to a number of bytes per second. The source creates the pieces no faster than the server sends the
 * pieces.
 */
export function drip(
  body: (flow: Flow) => Observable<Uint8Array>,
  flow: Flow,
  bytesPerSecond: number,
  afterEvents: number,
  clock: SchedulerLike,
): Observable<Uint8Array> {
  return defer(() => {
    const isBusy$ = new BehaviorSubject(false);
    const slow: Flow = {
      writable: () => !isBusy$.value && flow.writable(),
      drain$: merge(flow.drain$, isBusy$.pipe(filter((busy) => !busy))).pipe(filter(() => !isBusy$.value)),
    };
    const size = Math.max(1, Math.ceil(bytesPerSecond / ticksPerSecond));
    return body(slow).pipe(
      concatMap((bytes, at) => {
        if (at < afterEvents) return of(bytes);
        isBusy$.next(true);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        );
        return of(...pieces).pipe(
          concatMap((piece) => timer((piece.length / bytesPerSecond) * 1000, clock).pipe(map(() => piece))),
          finalize(() => isBusy$.next(false)),
        );
      }),
      tap({ finalize: () => isBusy$.complete() }),
    );
  });
}

/** The number of pieces of a throttled body per second. A separate piece for each byte would cost too much time. */
const ticksPerSecond = 20;
