import { setImmediate, setTimeout } from 'node:timers/promises';
import { firstValueFrom, Observable } from 'rxjs';
import { elapsed } from '../../scheduling/index.ts';
import type { RecordedClock } from './recorded-clock.ts';

/** What goes by on the clock of a recording. */
export interface PacedOptions {
  readonly clock: RecordedClock;
  /** How many times faster than it was; Infinity: at once. */
  readonly speed: number;
  /** The next line, `undefined` behind the last. */
  readonly next: () => Promise<string | undefined>;
  /** Completes once the reader takes more; `undefined` while it does. */
  readonly full: () => Observable<unknown> | undefined;
}

/** Whether the event loop has to run, or the reader has to catch up, before more is done. */
export type Pause = () => boolean;

/**
 * Lives through a recording on its own clock, which goes as fast as it is told, and stands still while a line is read and
 * while the reader of the output is behind.
 *
 * @param work - is given the lines; it is done on that clock. Work that takes long asks `pause` now and then, and goes on in a
 *   timer of that clock where it returns true
 */
export function paced(
  { clock, speed, next, full }: PacedOptions,
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
      await Promise.resolve(); // who waits for the line goes on before this does
      leave();
    };
    const until = async (time: number): Promise<void> => {
      // A clock that was set back does not make the wait longer than what lies between the two in the recording.
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
          clock.advance(pause); // before another line comes at the same time
        } else if (wanted !== undefined) {
          const one = wanted;
          wanted = undefined;
          await give(one);
        } else if (clock.due === undefined) {
          throw new Error('nothing more is due in the recording');
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

/** A line that is waited for. */
interface Wanted {
  readonly resolve: (line: IteratorResult<string>) => void;
  readonly reject: (error: unknown) => void;
}

/** Between two looks at the event loop, ms. */
const slice = 10;
/** A timer for longer would fire at once, ms. */
const longestTimer = 2_147_483_647;
