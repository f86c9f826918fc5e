import {
  concat,
  defer,
  EMPTY,
  type MonoTypeOperatorFunction,
  type Observable,
  of,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import type { After } from './position.ts';

/**
 * An operator that ends a watch with `end$`. `after` is the number of events, or the time, before the end. If
 * `after` is absent or 0, the request does not reach the source.
 */
export function interrupted<V>(after: After, end$: Observable<never>): MonoTypeOperatorFunction<V> {
  return (answer$) =>
    defer(() => {
      let passed = 0;
      let isReached = isAtOnce(after);
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

/**
 * Returns an operator that emits the first `after` pages of a list, and replaces all further pages by `end$`.
 * A list with at most `after` pages stays unchanged: each page has its own request, and only a further
 * request could fail.
 */
export function interruptedList<V>(after: After, end$: Observable<never>): MonoTypeOperatorFunction<V> {
  if (typeof after === 'object' || isAtOnce(after)) return interrupted(after, end$);
  const pages = after ?? 0;
  return (pages$) =>
    pages$.pipe(
      take(pages + 1),
      switchMap((page, nth) => (nth === pages ? end$ : of(page))),
    );
}

const isAtOnce = (after: After): boolean => typeof after !== 'object' && (after ?? 0) === 0;
