import { NEVER } from 'rxjs';
import { checkOptions } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { interrupted, interruptedList } from './interrupted.ts';
import { positionRules } from './position.ts';

/**
 * A fault that stops an answer and leaves the connection open, like a half-open connection. Without `after`,
 * the answer never begins.
 *
 * @throws OptionsError for an invalid part of the position
 *
 * @example
 * ```ts
 * const flaky = stallStream({ on: 'watch', after: { ms: 10_000 } })(source);
 * ```
 */
export function stallStream(position: FaultPosition = {}): Fault {
  const name = 'stallStream';
  checkOptions(name, position, positionRules);
  const { after } = position;
  return faultOf(
    { name, code: callOf(name, position), position },
    {
      list: (pages$) => pages$.pipe(interruptedList(after, NEVER)),
      watch: (events$) => events$.pipe(interrupted(after, NEVER)),
    },
  );
}
