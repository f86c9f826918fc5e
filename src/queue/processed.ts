import {
  BehaviorSubject,
  concat,
  defer,
  EMPTY,
  filter,
  from,
  ignoreElements,
  isObservable,
  merge,
  mergeAll,
  type Observable,
  type ObservableInput,
  of,
  type OperatorFunction,
  Subject,
  tap,
} from 'rxjs';
import { isThenable } from '../objects/index.ts';
import { asSlice, isTurnOver, nextTurn$, sliceClock } from '../scheduling/index.ts';
import type { Fifo } from './machine/fifo-loop.ts';
import { popped } from './popped.ts';

/**
 * Pops for itself: each pop is processed before the next one. Emits what was popped once it has been processed. While `process`
 * waits, events gather in the queue; then they are popped in slices of 5 ms, because there can be 100,000 of them. Without
 * `process` all passes at once.
 */
export function processed<Event extends { readonly type: string }, Popped>(
  fifo: () => Fifo<Event, Popped>,
  process?: (popped: Popped) => unknown,
): OperatorFunction<Event, Popped> {
  return (events$) =>
    defer(() => {
      const queue = fifo();
      const pops = new BehaviorSubject<void>(undefined);
      const waits = new Subject<Observable<Popped>>();
      const clock = sliceClock();
      let isBehind = false;

      const popLater$ = nextTurn$.pipe(
        tap(() => {
          clock.reset();
          asSlice(() => {
            clock.begin();
            pops.next();
          });
        }),
        ignoreElements(),
      );
      const popNext = (): void => {
        const wasBehind = isBehind;
        isBehind = process !== undefined && queue.length > 0;
        if (isBehind && !wasBehind) clock.begin();
        else if (isBehind && (clock.isOver || clock.step() || isTurnOver())) {
          waits.next(popLater$);
          return;
        }
        pops.next();
      };
      /** Emits `taken` once `result` has completed. */
      const waitFor = (result: ObservableInput<unknown>, taken: Popped): void => {
        let isWaiting = false;
        const popAfter$ = defer(() => {
          if (!isWaiting) popNext();
          else if (queue.length > 0 && isTurnOver()) return popLater$;
          else {
            clock.begin(); // the time of the wait was no work
            asSlice(popNext);
          }
          return EMPTY;
        });
        waits.next(concat(from(result).pipe(ignoreElements()), of(taken), popAfter$));
        isWaiting = true;
        if (isBehind) clock.end();
      };

      const processed$ = events$.pipe(
        popped(pops, () => queue),
        filter((taken) => {
          const result = process?.(taken);
          if (isObservable(result) || isThenable(result)) {
            waitFor(from(result), taken);
            return false;
          }
          popNext();
          return true;
        }),
        tap({ complete: () => waits.complete() }),
      );
      return merge(waits.pipe(mergeAll()), processed$);
    });
}
