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

/** The result of a run for a key: a value of the work, or its error and the time until the next attempt in ms. */
export type Reconciled<R> =
  | { readonly key: string; readonly value: R }
  | { readonly key: string; readonly error: unknown; readonly retryIn: number };

export interface ReconcileOptions {
  /** Maximum number of concurrent runs. Default 10. Further keys wait in the order in which they arrived. */
  readonly concurrency?: number;
  /** Returns the delay in ms after this number of consecutive failures. Default: 1 s, doubled up to 60 s. */
  readonly retryDelay?: (failures: number) => number;
  /** Returns the delay in ms from a success to the next run. If it returns undefined, no further run follows. */
  readonly requeueAfter?: (key: string) => number | undefined;
}

/**
 * Runs `reconcile` for each key of the source. Each key has at most one run at a time. If a key arrives again during
 * its run, one more run follows. If a key arrives during its delay, the delay ends at once. A key without a run and
 * without a delay uses no memory.
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

      /** Called after a run. Starts the next run, waits for the delay, or removes the entry of the key. */
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
          subscribeOn(queueScheduler), // otherwise a synchronous run would start the next run in its own call
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
  /** Whether the key has arrived and its next run has not started. */
  isQueued: boolean;
  isRunning: boolean;
  failures: number;
  wait?: Subscription;
}

const exponential = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 60_000);
