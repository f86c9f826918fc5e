import { concatMap, defer, map } from 'rxjs';
import { checkOptions } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { hasPassed, positionRules } from './position.ts';

/**
 * A fault that sends each event of a watch and each object of a page twice. By default the fault applies to
 * every request.
 *
 * @throws OptionsError for an invalid part of the position
 *
 * @example
 * ```ts
 * const doubled = duplicate({ on: 'watch' })(source);
 * ```
 */
export function duplicate(position: FaultPosition = {}): Fault {
  const name = 'duplicate';
  checkOptions(name, position, positionRules);
  const { after } = position;
  return faultOf(
    { name, code: callOf(name, position), position: { nth: 'every', ...position } },
    {
      list: (pages$) =>
        defer(() => {
          const past = hasPassed(after);
          return pages$.pipe(
            map((page) => (past() ? { ...page, items: page.items.flatMap((item) => [item, item]) } : page)),
          );
        }),
      watch: (events$) =>
        defer(() => {
          const past = hasPassed(after);
          return events$.pipe(concatMap((event) => (past() ? [event, event] : [event])));
        }),
    },
  );
}
