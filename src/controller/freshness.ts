import { asyncScheduler, map, type Observable, timer } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { anObject, checkArgument, checkOptions, milliseconds, type Rule } from '../objects/index.ts';

/** The parts of an informer that say how fresh it is. */
export type FreshInformer = Pick<Informer<unknown>, 'status$' | 'store' | 'lastFrameAt'>;

/**
 * Emits how old the content of an informer can be: the time in ms since the last frame of its source, now and in each interval. A
 * frame is an event, a bookmark or a page of a list. Before the first frame the value is `Infinity`. After a stop the value grows.
 *
 * The API server sends a bookmark about every minute, so a value of several minutes means that the watch is silent. Resources without
 * a watch cache have no bookmarks: their value also grows while nothing changes.
 *
 * A subscription does not start the informer, and there is no timer for each event.
 *
 * @param informer - a result of `informer()`
 * @param options - `interval`: the time in ms between two values; default: 1,000
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * freshness(pods, { interval: 10_000 }).subscribe((age) => {
 *   if (age > 180_000) console.warn(`no frame for ${age} ms`);
 * });
 * ```
 */
export function freshness(
  informer: FreshInformer,
  options: { readonly interval?: number } = {},
): Observable<number> {
  checkArgument('freshness: informer', informer, aFreshInformer);
  checkOptions('freshness', options, { interval: milliseconds(1) });
  return timer(0, options.interval ?? 1_000).pipe(map(() => ageOf(informer)));
}

/** Returns the time in ms since the last frame, or `Infinity` before the first one. A clock that was set back counts as no time. */
export function ageOf({ lastFrameAt }: Pick<FreshInformer, 'lastFrameAt'>): number {
  return lastFrameAt === undefined ? Infinity : Math.max(0, asyncScheduler.now() - lastFrameAt);
}

/** The rule for an informer that knows the time of its last frame. */
export const aFreshInformer: Rule = {
  allowed: 'an informer of informer()',
  test: (given) => anObject.test(given) && 'lastFrameAt' in (given as object),
};
