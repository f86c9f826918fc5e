import { setImmediate, setTimeout } from 'node:timers/promises';
import { firstValueFrom, Observable } from 'rxjs';
import { elapsed } from '../../scheduling/index.ts';
import type { RecordedClock } from './recorded-clock.ts';

/** The clock, the speed and the lines of a replay. */
export interface ReplayAtSpeedOptions {
  readonly clock: RecordedClock;
  /** The speed of the replay, as a multiple of the recorded speed. With Infinity, the replay never waits. */
  readonly speed: number;
  /** Resolves with the next line; `undefined` after the last line. */
  readonly next: () => Promise<string | undefined>;
  /**
   * Returns an Observable that completes when the reader accepts more data; `undefined` if the reader accepts more data
   * already.
   */
  readonly full: () => Observable<unknown> | undefined;
}

/** Returns whether the work must pause, because the event loop must run, or because the reader must read first. */
export type Pause = () => boolean;

/**
 * Replays a recording on the clock of the recording, at the given speed. The clock stands still while a line is read,
 * and while too much output waits for the reader.
 *
 * @param work - gets the lines, and runs on the clock of the recording. Long work must sometimes call `pause`. If
 *   `pause` returns true, the work must continue in a timer of that clock
 */
export function replayAtSpeed(
  { clock, speed, next, full }: ReplayAtSpeedOptions,
  work: (lines: AsyncIterable<string>, pause: Pause) => Observable<never>,
): Observable<never> {
  return new Observable((subscriber) => {
    const stop = new AbortController();
    const { signal } = stop;
    subscriber.add(() => stop.abort());
    const [realBegin, begin] = [performance.now(), clock.now];
    let wanted: Wanted | undefined;
    let sliceBegin = realBegin;

    const lines: AsyncIterator<string> = {
      next: () => new Promise((resolve, reject) => (wanted = { resolve, reject })),
    };
    const give = async ({ resolve, reject }: Wanted): Promise<void> => {
      let answer: () => void;
      try {
        const line = await next();
        answer = () => resolve(line === undefined ? { done: true, value: undefined } : { value: line });
      } catch (error) {
        answer = () => reject(error);
      }
      if (signal.aborted) return;
      const leave = clock.enter();
      answer();
      // During this `await`, the code that has requested the line continues. RxJS still uses the clock of the
      // recording.
      await Promise.resolve();
      leave();
    };
    const until = async (time: number): Promise<void> => {
      // `left` is the rest of the recorded interval. The loop never waits longer than `left`, so a clock that jumps
      // back does not extend the wait.
      let left = (time - clock.now) / speed;
      for (;;) {
        const wait = Math.min(realBegin + (time - begin) / speed - performance.now(), left, longestTimer);
        if (wait <= 0) return;
        await setTimeout(wait, undefined, { signal });
        left -= wait;
        sliceBegin = performance.now();
      }
    };
    const isSliceOver = (): boolean => elapsed(sliceBegin, performance.now()) > slice;
    const pause = (): boolean => full() !== undefined || isSliceOver();
    const live = async (): Promise<void> => {
      while (!signal.aborted) {
        const full$ = full();
        if (full$ !== undefined) await firstValueFrom(full$, { defaultValue: undefined });
        if (isSliceOver()) {
          await setImmediate(undefined, { signal });
          sliceBegin = performance.now();
        }
        if (clock.due !== undefined && clock.due <= clock.now) {
          clock.advance(pause); // due timers run before a line that has the same time
        } else if (wanted !== undefined) {
          const one = wanted;
          wanted = undefined;
          await give(one);
        } else if (clock.due === undefined) {
          throw new Error('the recording has no further value');
        } else {
          await until(clock.due);
          clock.advance(pause);
        }
      }
    };

    const leave = clock.enter();
    subscriber.add(work({ [Symbol.asyncIterator]: () => lines }, pause).subscribe(subscriber));
    leave();
    live().catch((error: unknown) => signal.aborted || subscriber.error(error));
  });
}

/** The promise callbacks of a `next()` call that waits for the next line. */
interface Wanted {
  readonly resolve: (line: IteratorResult<string>) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum time between two runs of the event loop, in ms. */
const slice = 10;
/** Maximum delay of a timer of Node, in ms. A timer with a longer delay fires at once. */
const longestTimer = 2_147_483_647;
