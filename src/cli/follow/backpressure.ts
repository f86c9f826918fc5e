import { asyncScheduler, BehaviorSubject, type MonoTypeOperatorFunction, type Observable, tap } from 'rxjs';
import { ChunkedList, type KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { Backlog } from '../machine/backlog.ts';

/** What stands between the watch of one collection and a reader that may be slow. */
export interface Backpressure {
  /** False while too much waits for the reader. */
  readonly open$: Observable<boolean>;
  /** Counts the changes that arrive. */
  arriving(): MonoTypeOperatorFunction<readonly Change<KubeObject>[]>;
  /** The first of the changes that wait was written. */
  written(): void;
  /** The collection has ended: what it has not written waits no longer. */
  leave(): void;
}

/**
 * @param backlog - what waits, of all collections that are written to the same output
 * @param onPause - called with the number of changes that wait
 * @param onResume - called once the reader has caught up
 */
export function backpressure(
  backlog: Backlog,
  onPause: (waiting: number) => void,
  onResume: () => void,
): Backpressure {
  const open = new BehaviorSubject(true);
  let [changes, bytes, hasLeft] = [0, 0, false];
  const waiting = new ChunkedList<number>();
  const left = (fewer: number, less: number): void => {
    changes -= fewer;
    bytes -= less;
    backlog.left(fewer, less, asyncScheduler.now());
  };
  const resume = (): void => {
    if (hasLeft) return;
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
        // The end of the command leaves all collections in one task: none of them is to be resumed.
        backlog.whenLow(() => asyncScheduler.schedule(resume));
        onPause(backlog.size);
        open.next(false);
      }),
    written: () => left(1, waiting.shift() ?? 0),
    leave: () => {
      hasLeft = true;
      left(changes, bytes);
    },
  };
}
