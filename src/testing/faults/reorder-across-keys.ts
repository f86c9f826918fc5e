import {
  buffer,
  connect,
  defer,
  dematerialize,
  exhaustMap,
  filter,
  map,
  materialize,
  merge,
  mergeMap,
  type Observable,
  type ObservableNotification,
  timer,
} from 'rxjs';
import { checkOptions, type KubeObject, milliseconds } from '../../objects/index.ts';
import type { WatchEvent } from '../../source/index.ts';
import { callOf } from './fault-code.ts';
import type { Fault, FaultPosition } from './fault.ts';
import { faultOf } from './fault-of.ts';
import { hasPassed, positionRules } from './position.ts';
import { reordered } from './reordered.ts';

/**
 * The options of `reorderAcrossKeys`: the position of the fault, and the time window in which events
 * are reordered.
 */
export interface ReorderOptions extends FaultPosition {
  /** The length of a time window, in ms. Only events within one window are reordered. Default: 100. */
  readonly window?: number;
}

/**
 * A fault that reorders events of different objects. The events of one object keep their order, and no event
 * passes a bookmark. The fault buffers the events of a `window`, and emits these events together, with the
 * objects in reverse order. The fault also reverses the objects of each page. By default the fault applies to
 * every request.
 *
 * The resourceVersions of the events are then out of order. A real server never sends changes out of order. Put faults
 * that end a watch before this fault. Otherwise a watch can end between reordered events, and the missing events are
 * lost.
 *
 * @throws OptionsError for an invalid option
 *
 * @example
 * ```ts
 * const shuffled = withFaults(source, dropConnection({ on: 'watch', after: 5 }), reorderAcrossKeys({ window: 50 }));
 * ```
 */
export function reorderAcrossKeys(options: ReorderOptions = {}): Fault {
  const name = 'reorderAcrossKeys';
  checkOptions(name, options, { ...positionRules, window: milliseconds(1) });
  const { after, window = 100 } = options;
  return faultOf(
    { name, code: callOf(name, options), position: { nth: 'every', ...options } },
    {
      list: (pages$) =>
        defer(() => {
          const past = hasPassed(after);
          return pages$.pipe(map((page) => (past() ? { ...page, items: [...page.items].reverse() } : page)));
        }),
      watch: (events$) =>
        defer(() => {
          const past = hasPassed(after);
          return events$.pipe(
            // `materialize` also buffers errors, so that an error does not overtake earlier events.
            materialize(),
            map((notification) => ({ notification, isLate: past() })),
            connect((all$) =>
              merge(
                all$.pipe(
                  filter(({ isLate }) => !isLate),
                  map(({ notification }) => notification),
                ),
                inWindows(
                  all$.pipe(
                    filter(({ isLate }) => isLate),
                    map(({ notification }) => notification),
                  ),
                  window,
                ),
              ),
            ),
            dematerialize(),
          );
        }),
    },
  );
}

type Notification<T extends KubeObject> = ObservableNotification<WatchEvent<T>>;

/** A window opens with the first event after the previous window, so that no timer runs while there are no events. */
function inWindows<T extends KubeObject>(
  late$: Observable<Notification<T>>,
  window: number,
): Observable<Notification<T>> {
  return late$.pipe(
    connect((events$) => events$.pipe(buffer(events$.pipe(exhaustMap(() => timer(window)))))),
    mergeMap((buffered) => reordered(buffered)),
  );
}
