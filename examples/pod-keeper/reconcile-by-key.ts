import {
  catchError,
  defer,
  finalize,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type ObservableInput,
} from 'rxjs';
import {
  of,
  type OperatorFunction,
  queueScheduler,
  Subject,
  subscribeOn,
  type Subscription,
  tap,
  timer,
} from 'rxjs';

/** The result of a run: a value of the work, or its error and the wait in ms until the next try. */
export type Reconciled<R> =
  | { readonly key: string; readonly value: R }
  | { readonly key: string; readonly error: unknown; readonly retryIn: number };

export interface ReconcileOptions {
  /** The maximum number of runs at a time; default 10. The other keys wait in the order in which they came. */
  readonly concurrency?: number;
  /** Returns the wait in ms after this number of failures in a row; default 1 s, doubled up to 60 s. */
  readonly retryDelay?: (failures: number) => number;
  /** Returns the wait in ms until the next run after a success; undefined, as for a deleted object: no further run. */
  readonly requeueAfter?: (key: string) => number | undefined;
}

/**
 * Runs `reconcile` for each key of the source: one run of a key at a time, and one more run if the key came again
 * during a run. A key that comes again ends the wait of that key. A key without a run and without a wait uses no
 * memory.
 */
export function reconcileByKey<R>(
  reconcile: (key: string) => ObservableInput<R>,
  { concurrency = 10, retryDelay = exponential, requeueAfter }: ReconcileOptions = {},
): OperatorFunction<string, Reconciled<R>> {
  return (keys$) =>
    defer(() => {
      const entries = new Map<string, Entry>();
      const ready$ = new Subject<Entry>();
      let isSourceDone = false;

      const add = (key: string): void => {
        const entry = entries.get(key) ?? { key, isQueued: false, isRunning: false, failures: 0 };
        entries.set(key, entry);
        entry.wait?.unsubscribe();
        if (entry.isQueued) return;
        entry.isQueued = true;
        if (!entry.isRunning) ready$.next(entry);
      };
      const completeIfIdle = (): void => {
        if (isSourceDone && entries.size === 0) ready$.complete();
      };

      /** After a run: starts the next run, waits, or removes the entry. */
      const settle = (entry: Entry, delay: number | undefined): void => {
        entry.isRunning = false;
        if (entry.isQueued) ready$.next(entry);
        else if (delay !== undefined) entry.wait = timer(delay).subscribe(() => add(entry.key));
        else if (entries.delete(entry.key)) completeIfIdle();
      };
      const run = (entry: Entry) => {
        const { key } = entry;
        let delay: number | undefined;
        return defer(() => {
          Object.assign(entry, { isQueued: false, isRunning: true });
          return reconcile(key);
        }).pipe(
          map((value): Reconciled<R> => ({ key, value })),
          tap({
            complete: () => {
              entry.failures = 0;
              delay = requeueAfter?.(key);
            },
          }),
          catchError((error: unknown) => {
            delay = retryDelay(++entry.failures);
            return of({ key, error, retryIn: entry.isQueued ? 0 : delay });
          }),
          subscribeOn(queueScheduler), // so that a run that ends at once does not start the next one in its own call
          finalize(() => settle(entry, delay)),
        );
      };

      const added$ = keys$.pipe(
        tap({
          next: add,
          complete: () => {
            isSourceDone = true;
            completeIfIdle();
          },
        }),
        ignoreElements(),
      );
      return merge(ready$.pipe(mergeMap(run, concurrency)), added$).pipe(
        finalize(() => entries.forEach(({ wait }) => wait?.unsubscribe())),
      );
    });
}

interface Entry {
  readonly key: string;
  /** Whether the key waits for a run that has not started. */
  isQueued: boolean;
  isRunning: boolean;
  failures: number;
  wait?: Subscription;
}

const exponential = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 60_000);
