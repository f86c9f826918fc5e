import { concatMap, defer, dematerialize, map, materialize, type Observable, of, timer } from 'rxjs';
import { checkOptions, milliseconds } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { pastOf, positionRules } from './position.ts';

/** Where a slow answer begins, and how slow it is. */
export interface ThrottleBodyOptions extends FaultPosition {
  /** ms that each event, page or end takes. Default 1,000. */
  readonly every?: number;
}

/**
 * The answer comes slowly: each event, each page and the end come `every` ms after the one before, however fast the source
 * is. By default on every request.
 *
 * @throws OptionsError when an option is not what it may be
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
  const drip = <V>(answer$: Observable<V>): Observable<V> =>
    defer(() => {
      const past = pastOf(after);
      return answer$.pipe(
        materialize(),
        concatMap((drop) => (past() ? timer(every).pipe(map(() => drop)) : of(drop))),
        dematerialize(),
      );
    });
  return faultOf(
    { name, code: callOf(name, options), position: { nth: 'every', ...options } },
    { list: drip, watch: drip },
  );
}
