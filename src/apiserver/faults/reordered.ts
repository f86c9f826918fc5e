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
 * Frames that come close together change places.
 *
 * @param window - ms
 * @param count - so many at the start keep theirs
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
