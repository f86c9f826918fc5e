import { defer, distinctUntilChanged, EMPTY, merge, NEVER, type Observable, of, switchMap, tap } from 'rxjs';

/**
 * Subscribes to `running$` before the first value of `enabled`, and while the last value is true.
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
    // `merge` subscribes to `enabled` first, so that no request is sent if the first value is false.
    const isEnabled$ = merge(
      enabled.pipe(tap(() => (hasValue = true))),
      defer(() => (hasValue ? EMPTY : of(true))),
    );
    return isEnabled$.pipe(
      distinctUntilChanged(),
      switchMap((isEnabled) =>
        isEnabled
          ? running$
          : // `onDisabled` runs after the unsubscribe, because it can enable the reflector again.
            defer(() => {
              onDisabled();
              return NEVER;
            }),
      ),
    );
  });
}
