import { defer, distinctUntilChanged, EMPTY, merge, NEVER, type Observable, of, switchMap, tap } from 'rxjs';

/**
 * Runs `running$` while the last value of `enabled` is true, and anew each time it becomes true. Before the first value it is enabled.
 *
 * @param onDisabled - called each time the last value becomes false
 */
export function whileEnabled<T>(
  enabled: Observable<boolean> | undefined,
  running$: Observable<T>,
  onDisabled: () => void,
): Observable<T> {
  if (enabled === undefined) return running$;

  return defer(() => {
    let hasValue = false;
    // `enabled` is subscribed to first: where it begins with false, no request is sent.
    const isEnabled$ = merge(
      enabled.pipe(tap(() => (hasValue = true))),
      defer(() => (hasValue ? EMPTY : of(true))),
    );
    return isEnabled$.pipe(
      distinctUntilChanged(),
      switchMap((isEnabled) =>
        isEnabled
          ? running$
          : // Once `running$` is unsubscribed: the callback may enable the reflector again.
            defer(() => {
              onDisabled();
              return NEVER;
            }),
      ),
    );
  });
}
