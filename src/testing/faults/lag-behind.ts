import {
  concat,
  defer,
  delay,
  dematerialize,
  EMPTY,
  materialize,
  type Observable,
  switchMap,
  tap,
  throwError,
  timer,
} from 'rxjs';
import {
  checkArgument,
  checkOptions,
  type KubeObject,
  milliseconds,
  renamedFrom,
  StatusError,
} from '../../objects/index.ts';
import { aListerWatcher, type ListerWatcher } from '../../source/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { positionRules, requestFilter } from './position.ts';
import { versionsSeen } from './versions-seen.ts';

/** The options of `lagBehind`: which requests the replica answers, and how old its state is. */
export interface LagBehindOptions extends Omit<FaultPosition, 'after'> {
  /** The age of the replica's state, in ms. Default: 5,000. */
  readonly delay?: number;
}

/**
 * A fault that answers requests from a replica of the API server whose state is `delay` ms old. A list or a
 * streaming list can request a version that the replica does not have yet. Then the request waits for the
 * version, but at most 3 s. After 3 s, a list fails with 504 “Too large resource version”, and a streaming
 * list fails in the stream. By default, every request reaches the replica. With a position, only the requests
 * at the position reach the replica.
 *
 * The replica does not store old states: each answer has the state at the time of the request, and is emitted `delay`
 * ms later. A real replica would answer a list at any version ('0', or no version) immediately, with its
 * older state.
 *
 * @throws OptionsError for an invalid option
 *
 * @example
 * ```ts
 * const behind = withFaults(source, expire({ on: 'watch' }), lagBehind({ on: 'list', nth: 2, delay: 10_000 }));
 * ```
 */
export function lagBehind(options: LagBehindOptions = {}): Fault {
  const name = 'lagBehind';
  const { on, nth } = positionRules;
  checkOptions(name, options, { on, nth, delay: renamedFrom('by', milliseconds(0)) });
  const { delay: lag = 5_000 } = options;

  const put = <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T> => {
    checkArgument(`${name}: source`, source, aListerWatcher);
    const isStruck = requestFilter({ nth: 'every', ...options });
    const seen = versionsSeen(lag);
    const delayed = <V>(answer$: Observable<V>, asked: string, inStream: boolean): Observable<V> =>
      defer(() => {
        const wait = seen.timeUntil(asked);
        // `materialize` also delays errors, so that an error does not overtake earlier values.
        const answered$ = answer$.pipe(materialize(), delay(lag), dematerialize());
        if (wait === 0) return answered$;
        return wait <= maxWait
          ? timer(wait).pipe(switchMap(() => answered$))
          : concat(
              timer(maxWait).pipe(switchMap(() => EMPTY)),
              throwError(() => tooLarge(asked, seen.had(), inStream)),
            );
      });

    return {
      list: (asked = {}, { onIncident, checkServed } = {}) => {
        const pages$ = source
          .list(asked, { onIncident, checkServed })
          .pipe(tap(({ resourceVersion }) => seen.add(resourceVersion)));
        return defer(() => (isStruck('list') ? delayed(pages$, asked.resourceVersion ?? '', false) : pages$));
      },
      watch: (asked = {}, { onIncident, checkServed } = {}) => {
        const events$ = source
          .watch(asked, { onIncident, checkServed })
          .pipe(
            tap((event) =>
              seen.add(
                event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion,
              ),
            ),
          );
        // If a watch without `sendInitialEvents` names a future version, the watch does not fail. It emits
        // nothing until the version exists.
        const fresh = asked.sendInitialEvents === true ? (asked.resourceVersion ?? '') : '';
        return defer(() => (isStruck('watch') ? delayed(events$, fresh, true) : events$));
      },
    };
  };
  return Object.assign(put, { code: callOf(name, options) });
}

/**
 * The time in ms that a server waits for a resourceVersion that is newer than its own. Then the request
 * fails.
 */
const maxWait = 3_000;

function tooLarge(asked: string, current: string, inStream: boolean): StatusError {
  return new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    retryAfterSeconds: 1,
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    inStream,
  });
}
