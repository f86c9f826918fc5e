import { asyncScheduler, BehaviorSubject, type MonoTypeOperatorFunction, type Observable, tap } from 'rxjs';
import { ChunkedList, type KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { Backlog } from '../machine/backlog.ts';

/** Pauses the watch of one collection while the reader of the output is too slow. */
export interface Backpressure {
  /** Emits false while too many changes wait for the reader of the output, and true otherwise. */
  readonly open$: Observable<boolean>;
  /** Returns an operator that counts the changes that arrive. */
  arriving(): MonoTypeOperatorFunction<readonly Change<KubeObject>[]>;
  /** Records that the first waiting change was written. */
  written(): void;
  /**
   * Records that the collection has ended. Its unwritten changes are removed from the number of waiting
   * changes.
   */
  leave(): void;
}

/**
 * Creates the backpressure of one collection.
 *
 * @param backlog - counts the waiting changes of all collections that are written to the same output
 * @param onPause - called with the number of waiting changes when the watch pauses
 * @param onResume - called when the reader has read enough and the watch resumes
 */
export function backpressure(
  backlog: Backlog,
  onPause: (waiting: number) => void,
  onResume: () => void,
): Backpressure {
  const open = new BehaviorSubject(true);
  let [changes, bytes, isCancelled] = [0, 0, false];
  const waiting = new ChunkedList<number>();
  const remove = (fewer: number, less: number): void => {
    changes -= fewer;
    bytes -= less;
    backlog.remove(fewer, less, asyncScheduler.now());
  };
  const resume = (): void => {
    if (isCancelled) return;
    onResume();
    open.next(true);
  };

  return {
    open$: open.asObservable(),
    arriving: () =>
      tap((batch) => {
        const now = asyncScheduler.now();
        let more = 0;
        for (const change of batch) {
          const size = backlog.bytesOf(change);
          waiting.push(size);
          more += size;
        }
        changes += batch.length;
        bytes += more;
        backlog.arrived(batch.length, more, now);
        if (!open.value || !backlog.isFull(now)) return;
        // `resume` runs in a later task. At the end of the command, all collections call `leave` in one task,
        // and the first `leave` can make the backlog small. An immediate `resume` would then start a watch,
        // and the next `leave` would end the watch at once.
        backlog.onceLow(() => asyncScheduler.schedule(resume));
        onPause(backlog.size);
        open.next(false);
      }),
    written: () => remove(1, waiting.shift() ?? 0),
    leave: () => {
      isCancelled = true;
      remove(changes, bytes);
    },
  };
}
