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

/** What came of a key: a value of the work, or its failure and in how many ms the next try begins. */
export type Reconciled<R> =
  | { readonly key: string; readonly value: R }
  | { readonly key: string; readonly error: unknown; readonly retryIn: number };

export interface ReconcileOptions {
  /** How many keys are worked on at a time. The others wait, first come, first served. */
  readonly concurrency?: number;
  /** The wait in ms after so many failures in a row. */
  readonly retryDelay?: (failures: number) => number;
  /** The wait in ms until a key is worked on again after a success; undefined, as for a deleted object: never. */
  readonly requeueAfter?: (key: string) => number | undefined;
}

/**
 * Works on the keys that come: one run of a key at a time, and one more run for all that came during a run. A key that
 * comes again ends the wait of that key. It keeps nothing of a key without a run and without a wait.
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

      /** After a run: begins the next one, waits, or forgets the key. */
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
          subscribeOn(queueScheduler), // a run that ends at once does not begin the next one inside itself
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
  /** Whether a run is due that has not begun. */
  isQueued: boolean;
  isRunning: boolean;
  failures: number;
  wait?: Subscription;
}

const exponential = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 60_000);
