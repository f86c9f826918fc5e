import {
  asapScheduler,
  catchError,
  concat,
  defer,
  EMPTY,
  from,
  fromEventPattern,
  ignoreElements,
  type Observable,
  type ObservableInput,
  scheduled,
  switchMap,
  take,
  tap,
  throwError,
} from 'rxjs';
import { FifoClosedError } from './fifo-closed-error.ts';
import { isAsyncResult } from './is-async-result.ts';
import { PopMutex } from './machine/pop-mutex.ts';

interface Failure {
  readonly error: unknown;
}

export interface PopSource<Popped> {
  readonly length: number;
  /** Called when `process` has ended for the deltas of a pop. @returns the failure of the pop, if any */
  processed(popped: Popped, failure?: Failure): Failure | undefined;
}

export interface ImperativePop<Popped> {
  readonly isClosed: boolean;
  /** Runs a waiting pop if the queue has an item. Call `wake` after each write. */
  wake(): void;
  close(error?: unknown): void;
  pop(take: () => Popped | undefined, process: (popped: Popped) => unknown): Observable<Popped>;
}

/**
 * Creates the methods `pop` and `close` of a queue. Each pop waits until the queue has an item. One pop is
 * processed at a time. A pop starts with its subscription.
 */
export function imperativePop<Popped>(queue: PopSource<Popped>): ImperativePop<Popped> {
  let end: Failure | undefined;
  const mutex = new PopMutex(() => queue.length > 0 || end !== undefined);

  const pop = (takeOne: () => Popped | undefined, process: (popped: Popped) => unknown): Observable<Popped> =>
    defer(() => {
      let finish: Finish = () => undefined;
      const acquired$ = fromEventPattern(
        (onAcquired) => mutex.acquire(onAcquired as () => void),
        (_onAcquired, release: () => void) => {
          finish(); // after an unsubscribe, the pop counts as processed before the next pop starts
          release();
        },
      );
      return acquired$.pipe(
        switchMap(() => {
          const popped = takeOne();
          if (popped === undefined) return throwError(() => end?.error);
          finish = (failure) => {
            finish = () => undefined;
            return queue.processed(popped, failure);
          };
          return outcomeOf(process, popped, (failure) => finish(failure));
        }),
        take(1),
      );
    });

  let nested = 0;
  const end$ = defer(() => {
    nested = queue.length === 0 ? 0 : (nested + 1) % MAX_NESTED;
    return nested === MAX_NESTED - 1 ? scheduled<never>([], asapScheduler) : EMPTY;
  });

  return {
    get isClosed() {
      return end !== undefined;
    },
    wake: () => mutex.wake(),
    close: (error) => {
      end ??= { error: error ?? new FifoClosedError() };
      mutex.wake();
    },
    pop: (takeOne, process) => concat(pop(takeOne, process), end$),
  };
}

/**
 * The maximum number of pops in a row that complete synchronously. The next pop completes in a microtask. A
 * pop that completes inside `subscribe` makes `repeat()` nest, and too many nested calls would overflow the
 * stack. The other pops use no microtask, because a pending action of `asapScheduler` also delays all later
 * actions of `asapScheduler`. The later actions include the actions of a `TestScheduler` that starts in the
 * same task.
 */
const MAX_NESTED = 32;

type Finish = (failure?: Failure) => Failure | undefined;

/**
 * Emits the deltas of a pop after they are processed. A synchronous result of `process` needs no subscription
 * (PF18).
 */
function outcomeOf<Popped>(
  process: (popped: Popped) => unknown,
  popped: Popped,
  finish: Finish,
): ObservableInput<Popped> {
  const failed = (error: unknown): Observable<never> => {
    const failure = finish({ error });
    return failure === undefined ? EMPTY : throwError(() => failure.error);
  };
  let result: unknown;
  try {
    result = process(popped);
  } catch (error) {
    return concat(failed(error), [popped]);
  }
  if (!isAsyncResult(result)) {
    finish();
    return [popped];
  }
  const processing = from(result).pipe(
    ignoreElements(),
    tap({ complete: () => finish() }),
    catchError(failed),
  );
  return concat(processing, [popped]);
}
