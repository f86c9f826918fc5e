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
 * Reorders the encoded watch events that arrive within one time window.
 *
 * @param window - the length of the time window in ms
 * @param count - the number of events at the start of the watch that keep their order
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
