import { defer, distinctUntilChanged, EMPTY, merge, NEVER, type Observable, of, switchMap, tap } from 'rxjs';

/**
 * Runs `running$` while the gate's last value is true, and anew each time it becomes so. Open before the first value.
 *
 * @param onClosed - called each time the gate closes
 */
export function gated<T>(
  gate: Observable<boolean> | undefined,
  running$: Observable<T>,
  onClosed: () => void,
): Observable<T> {
  if (gate === undefined) return running$;

  return defer(() => {
    let spoken = false;
    // The gate is asked first: one that starts closed must not let a request out.
    const open$ = merge(
      gate.pipe(tap(() => (spoken = true))),
      defer(() => (spoken ? EMPTY : of(true))),
    );
    return open$.pipe(
      distinctUntilChanged(),
      switchMap((open) =>
        open
          ? running$
          : // Once what ran has ended: it may open the gate again.
            defer(() => {
              onClosed();
              return NEVER;
            }),
      ),
    );
  });
}
