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
import { pastOf, positionRules } from './position.ts';
import { reordered } from './reordered.ts';

/** Where events change places, and which. */
export interface ReorderOptions extends FaultPosition {
  /** ms: events no further apart change places. Default 100. */
  readonly window?: number;
}

/**
 * Events of different objects change places; those of one never do, and none passes a bookmark. What comes within `window`
 * is held back and told at once, the objects in reverse. A page has its objects in reverse. By default on every request.
 *
 * Versions are then out of order, which no server does: put faults that cut a watch before this one, so that none cuts in
 * between what changed places, and what was not told is lost.
 *
 * @throws OptionsError when an option is not what it may be
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
          const past = pastOf(after);
          return pages$.pipe(map((page) => (past() ? { ...page, items: [...page.items].reverse() } : page)));
        }),
      watch: (events$) =>
        defer(() => {
          const past = pastOf(after);
          return events$.pipe(
            // An error is told after what came before it.
            materialize(),
            map((told) => ({ told, isLate: past() })),
            connect((all$) =>
              merge(
                all$.pipe(
                  filter(({ isLate }) => !isLate),
                  map(({ told }) => told),
                ),
                inWindows(
                  all$.pipe(
                    filter(({ isLate }) => isLate),
                    map(({ told }) => told),
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

type Told<T extends KubeObject> = ObservableNotification<WatchEvent<T>>;

/** A window opens with the first event after the last one closed: no timer runs while nothing comes. */
function inWindows<T extends KubeObject>(late$: Observable<Told<T>>, window: number): Observable<Told<T>> {
  return late$.pipe(
    connect((told$) => told$.pipe(buffer(told$.pipe(exhaustMap(() => timer(window)))))),
    mergeMap((held) => reordered(held)),
  );
}
