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
import { isAwaited } from './is-awaited.ts';
import { PopLine } from './machine/pop-line.ts';

/** What went wrong; it may be anything. */
interface Failure {
  readonly error: unknown;
}

/** What a hand-popped queue has to offer. */
export interface Takable<Popped> {
  readonly length: number;
  /** What was taken has been processed. @returns what the pop fails with, given what went wrong */
  processed(popped: Popped, failure?: Failure): Failure | undefined;
}

/** The popping half of a queue: pops wait for their turn, and end with the queue. */
export interface HandPopped<Popped> {
  readonly isClosed: boolean;
  /** Something was written. */
  wake(): void;
  close(error?: unknown): void;
  pop(take: () => Popped | undefined, process: (popped: Popped) => unknown): Observable<Popped>;
}

/**
 * Pops by hand: each waits until there is something, one is processed at a time, and nothing starts before it is
 * subscribed to.
 */
export function handPopped<Popped>(queue: Takable<Popped>): HandPopped<Popped> {
  let end: Failure | undefined;
  const line = new PopLine(() => queue.length > 0 || end !== undefined);

  const pop = (takeOne: () => Popped | undefined, process: (popped: Popped) => unknown): Observable<Popped> =>
    defer(() => {
      let finish: Finish = () => undefined;
      const turn$ = fromEventPattern(
        (turn) => line.enter(turn as () => void),
        (_turn, leave: () => void) => {
          finish(); // what is given up half-way counts as processed, before the next has its turn
          leave();
        },
      );
      return turn$.pipe(
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
    nested = queue.length === 0 ? 0 : (nested + 1) % MOST_NESTED;
    return nested === MOST_NESTED - 1 ? scheduled<never>([], asapScheduler) : EMPTY;
  });

  return {
    get isClosed() {
      return end !== undefined;
    },
    wake: () => line.wake(),
    close: (error) => {
      end ??= { error: error ?? new FifoClosedError() };
      line.wake();
    },
    pop: (takeOne, process) => concat(pop(takeOne, process), end$),
  };
}

/**
 * What completes inside `subscribe` makes `repeat()` nest, until a long backlog overflows the stack: of so many pops one
 * completes in a microtask. Not each: an action that waits in the `asapScheduler` when a `TestScheduler` begins to run
 * in the same task holds up all others there.
 */
const MOST_NESTED = 32;

type Finish = (failure?: Failure) => Failure | undefined;

/** Emits what was popped, once it is processed. Only what is thenable or observable is waited for (PF18). */
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
  if (!isAwaited(result)) {
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
