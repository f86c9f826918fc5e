import { concatMap, defer, dematerialize, map, materialize, type Observable, of, timer } from 'rxjs';
import { checkOptions, milliseconds } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { hasPassed, positionRules } from './position.ts';

/** The options of `throttleBody`: the position at which an answer becomes slow, and the delay. */
export interface ThrottleBodyOptions extends FaultPosition {
  /** The minimum delay before each event, each page and the end of an answer, in ms. Default: 1,000. */
  readonly every?: number;
}

/**
 * A fault that slows down an answer. Each event, each page and the end of the answer is emitted at least
 * `every` ms after the previous emission. By default the fault applies to every request.
 *
 * @throws OptionsError for an invalid option
 *
 * @example
 * ```ts
 * const slow = throttleBody({ on: 'list', every: 500 })(source);
 * ```
 */
export function throttleBody(options: ThrottleBodyOptions = {}): Fault {
  const name = 'throttleBody';
  checkOptions(name, options, { ...positionRules, every: milliseconds(1) });
  const { after, every = 1_000 } = options;
  const slowDown = <V>(answer$: Observable<V>): Observable<V> =>
    defer(() => {
      const past = hasPassed(after);
      return answer$.pipe(
        materialize(),
        concatMap((drop) => (past() ? timer(every).pipe(map(() => drop)) : of(drop))),
        dematerialize(),
      );
    });
  return faultOf(
    { name, code: callOf(name, options), position: { nth: 'every', ...options } },
    { list: slowDown, watch: slowDown },
  );
}
