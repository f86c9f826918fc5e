import {
  bufferTime,
  concat,
  concatMap,
  connect,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  take,
} from 'rxjs';
import { mixed } from './mixed.ts';

/**
 * Reorders frames that arrive within the same window.
 *
 * @param window - ms
 * @param count - the number of frames at the start that keep their place
 */
export function reordered(
  window: number,
  count: number,
  clock: SchedulerLike,
): MonoTypeOperatorFunction<Uint8Array> {
  return connect((frames$) =>
    concat(
      frames$.pipe(take(count)),
      frames$.pipe(
        bufferTime(window, clock),
        concatMap((frames) => mixed(frames)),
      ),
    ),
  );
}
