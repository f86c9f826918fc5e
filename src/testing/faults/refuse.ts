import { throwError } from 'rxjs';
import {
  checkArgument,
  checkOptions,
  finite,
  renamedFrom,
  type StatusErrorInit,
} from '../../objects/index.ts';
import { aRefusal, refusal } from '../refusal.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { interrupted, interruptedList } from './interrupted.ts';
import { positionRules } from './position.ts';

/** The options of `refuse`: the position of the refusal, and its header `Retry-After`. */
export interface RefuseOptions extends FaultPosition {
  /** The delay of the header `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number;
}

/**
 * A fault that refuses a request with a `StatusError`. The error has the reason and the message of a real
 * server for the status. With `after`, the answer has already begun: a watch ends with an ERROR frame
 * (`inStream`), and a list ends with the refusal of its next page.
 *
 * @param status - the HTTP status, from 300 to 599
 * @throws OptionsError for an invalid status or part of the position
 *
 * @example
 * ```ts
 * const busy = refuse(429, { nth: 1, retryAfterSeconds: 5 })(source);
 * // the first watch opens, and then ends with an ERROR frame
 * const broken = refuse(500, { on: 'watch', after: 0 })(source);
 * ```
 */
export function refuse(status: number, options: RefuseOptions = {}): Fault {
  const name = 'refuse';
  checkArgument(`${name}: status`, status, aRefusal);
  checkOptions(name, options, { ...positionRules, retryAfterSeconds: renamedFrom('retryAfter', finite(0)) });
  const { retryAfterSeconds } = options;
  const facts = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return refusing({ name, code: callOf(name, status, options), position: options }, status, facts);
}

/** Returns a fault that answers with a status. If the answer has begun, the status is in the stream. */
export function refusing(
  facts: Parameters<typeof faultOf>[0],
  status: number,
  details: Omit<StatusErrorInit, 'code'>,
): Fault {
  const { after } = facts.position;
  const no = (inStream: boolean) => throwError(() => refusal(status, { ...details, inStream }));
  return faultOf(facts, {
    list: (pages$) => pages$.pipe(interruptedList(after, no(false))),
    watch: (events$) => events$.pipe(interrupted(after, no(after !== undefined))),
  });
}
