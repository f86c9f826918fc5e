import { defer, throwError } from 'rxjs';
import { checkArgument, checkOptions, integer, type KubeObject } from '../../objects/index.ts';
import { aListerWatcher, type ListerWatcher } from '../../source/index.ts';
import { aRefusal, refusal } from '../refusal.ts';
import { connectionRefused } from './drop-connection.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { positionRules } from './position.ts';

/** The options of `failEveryNth`: which requests fail, and with which error. */
export interface FailEveryNthOptions extends Pick<FaultPosition, 'on'> {
  /** The HTTP status of a failed request. By default, the connection is refused. */
  readonly status?: number;
}

/**
 * A fault that lets every n-th request fail. A failed request does not reach the source.
 *
 * @param n - if 1, all requests fail
 * @throws OptionsError for an invalid `n` or option
 *
 * @example
 * ```ts
 * const flaky = failEveryNth(3, { on: 'watch', status: 503 })(source);
 * ```
 */
export function failEveryNth(n: number, options: FailEveryNthOptions = {}): Fault {
  const name = 'failEveryNth';
  checkArgument(`${name}: n`, n, integer(1));
  checkOptions(name, options, { on: positionRules.on, status: aRefusal });
  const { on = 'both', status } = options;
  const failed$ = throwError(() => (status === undefined ? connectionRefused() : refusal(status)));

  const put = <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T> => {
    checkArgument(`${name}: source`, source, aListerWatcher);
    let sent = 0;
    const isStruck = (verb: 'list' | 'watch'): boolean => (on === 'both' || on === verb) && ++sent % n === 0;
    return {
      list: (asked, { onIncident, checkServed } = {}) => {
        const pages$ = source.list(asked, { onIncident, checkServed });
        return defer(() => (isStruck('list') ? failed$ : pages$));
      },
      watch: (asked, { onIncident, checkServed } = {}) => {
        const events$ = source.watch(asked, { onIncident, checkServed });
        return defer(() => (isStruck('watch') ? failed$ : events$));
      },
    };
  };
  return Object.assign(put, { code: callOf(name, n, options) });
}
