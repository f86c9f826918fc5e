import { asyncScheduler, BehaviorSubject, type MonoTypeOperatorFunction, type Observable, tap } from 'rxjs';
import { createBacklog } from '../machine/backlog.ts';

/** What stands between a watch and a reader that may be slow. */
export interface Backpressure {
  /** False while too much waits for a reader that reads nothing. */
  readonly open$: Observable<boolean>;
  /** Sees what comes. */
  arriving<T>(): MonoTypeOperatorFunction<readonly T[]>;
  /** Hears that a change was written. */
  written(): void;
}

/**
 * @param onPause - hears how many changes wait
 * @param onResume - hears that the reader caught up
 */
export function backpressure(onPause: (waiting: number) => void, onResume: () => void): Backpressure {
  const backlog = createBacklog();
  const open = new BehaviorSubject(true);

  return {
    open$: open.asObservable(),
    arriving: () =>
      tap((batch) => {
        if (backlog.arrived(batch.length, asyncScheduler.now()) !== 'pause') return;
        onPause(backlog.size);
        open.next(false);
      }),
    written: () => {
      if (backlog.written(asyncScheduler.now()) !== 'resume') return;
      onResume();
      open.next(true);
    },
  };
}
