import {
  concat,
  defer,
  EMPTY,
  type MonoTypeOperatorFunction,
  type Observable,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import type { After } from './position.ts';

/**
 * Puts an end of its own on an answer once so much of it has passed. Without `after`, or with 0, the request does not
 * reach its source.
 */
export function interrupted<V>(after: After, end$: Observable<never>): MonoTypeOperatorFunction<V> {
  return (answer$) =>
    defer(() => {
      let passed = 0;
      let isReached = typeof after !== 'object' && (after ?? 0) === 0;
      if (isReached) return end$;

      const count = tap<V>(() => (isReached = ++passed === after));
      const clock = (ms: number): Observable<unknown> => timer(ms).pipe(tap(() => (isReached = true)));
      const some$ =
        typeof after === 'object'
          ? answer$.pipe(takeUntil(clock(after.ms)))
          : answer$.pipe(take(after ?? 0), count);
      return concat(
        some$,
        defer(() => (isReached ? end$ : EMPTY)),
      );
    });
}
