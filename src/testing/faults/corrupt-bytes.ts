import { throwError } from 'rxjs';
import { checkOptions } from '../../objects/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { interrupted, interruptedList } from './interrupted.ts';
import { positionRules } from './position.ts';
import { corruptFrame, corruptPage } from './wire-damage.ts';

/**
 * A fault that sends bytes that are not JSON. The answer ends with the `ProtocolError` of a source for a
 * broken frame or page.
 *
 * @throws OptionsError for an invalid part of the position
 *
 * @example
 * ```ts
 * const garbled = corruptBytes({ on: 'watch', after: 2 })(source);
 * ```
 */
export function corruptBytes(position: FaultPosition = {}): Fault {
  const name = 'corruptBytes';
  checkOptions(name, position, positionRules);
  const { after } = position;
  return faultOf(
    { name, code: callOf(name, position), position },
    {
      list: (pages$) => pages$.pipe(interruptedList(after, throwError(corruptPage))),
      watch: (events$) => events$.pipe(interrupted(after, throwError(corruptFrame))),
    },
  );
}
