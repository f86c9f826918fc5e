import { defer, fromEvent, map, NEVER, type Observable, of, take } from 'rxjs';

/** Emits the reason once the signal aborts, at once if it has; never without one. */
export function aborted(signal: AbortSignal | undefined): Observable<unknown> {
  if (signal === undefined) return NEVER;
  return defer(() =>
    signal.aborted
      ? of(signal.reason as unknown)
      : fromEvent(signal, 'abort').pipe(
          take(1),
          map(() => signal.reason as unknown),
        ),
  );
}
