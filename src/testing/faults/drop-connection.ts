import { throwError } from 'rxjs';
import { checkOptions, type KubeError } from '../../objects/index.ts';
import { brokenOffError, noAnswerError } from '../../source/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { interrupted, interruptedList } from './interrupted.ts';
import { positionRules } from './position.ts';

/**
 * A fault that breaks the connection of a request. The request errors with a `ConnectionError`, like a
 * request of a real transport. Without `after`, the connection is refused. With `after`, the connection is
 * reset during the answer.
 *
 * @throws OptionsError for an invalid part of the position
 *
 * @example
 * ```ts
 * const flaky = dropConnection({ on: 'watch', nth: 2, after: 3 })(source); // the second watch breaks after 3 events
 * ```
 */
export function dropConnection(position: FaultPosition = {}): Fault {
  const name = 'dropConnection';
  checkOptions(name, position, positionRules);
  const { after } = position;
  const cut$ = throwError(() => (after === undefined ? connectionRefused() : connectionReset()));
  return faultOf(
    { name, code: callOf(name, position), position },
    {
      list: (pages$) => pages$.pipe(interruptedList(after, cut$)),
      watch: (events$) => events$.pipe(interrupted(after, cut$)),
    },
  );
}

/** Returns the error of Node, wrapped as a transport wraps it. */
export function connectionRefused(): KubeError {
  return noAnswerError(server, Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
}

function connectionReset(): KubeError {
  return brokenOffError(server, Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
}

const server = 'the API server';
