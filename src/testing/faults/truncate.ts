import { defer, map, takeWhile } from 'rxjs';
import { checkOptions } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { hasPassed, positionRules } from './position.ts';
import { truncatedPage } from './wire-damage.ts';

/**
 * A fault that ends an answer in the middle of the next event or page. A watch ignores the truncated event
 * and completes, as if the server had closed the stream. A list ends with the `ProtocolError` for a truncated
 * page.
 *
 * @throws OptionsError for an invalid part of the position
 *
 * @example
 * ```ts
 * const truncated = truncate({ on: 'watch', after: 2 })(source); // the third event is cut
 * ```
 */
export function truncate(position: FaultPosition = {}): Fault {
  const name = 'truncate';
  checkOptions(name, position, positionRules);
  const { after } = position;
  return faultOf(
    { name, code: callOf(name, position), position },
    {
      list: (pages$) =>
        defer(() => {
          const past = hasPassed(after);
          return pages$.pipe(
            map((page) => {
              if (past()) throw truncatedPage();
              return page;
            }),
          );
        }),
      watch: (events$) =>
        defer(() => {
          const past = hasPassed(after);
          return events$.pipe(
            map((event) => (past() ? undefined : event)),
            takeWhile((event) => event !== undefined),
          );
        }),
    },
  );
}
