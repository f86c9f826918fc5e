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
 * Runs a queue that pops its entries itself. The operator processes the deltas of each pop, emits the deltas,
 * and then pops again. While the work of `process` continues, new events stay in the queue. The queue then
 * pops them in slices of 5 ms, because there can be 100,000 events. Without `process`, the operator emits
 * each event immediately.
 */
export function processed<Event extends { readonly type: string }, Popped>(
  fifo: () => Fifo<Event, Popped>,
  process?: (deltas: Popped) => unknown,
): OperatorFunction<Event, Popped> {
  return (events$) =>
    defer(() => {
      const queue = fifo();
      const pops = new BehaviorSubject<void>(undefined);
      const waits = new Subject<Observable<Popped>>();
      const clock = sliceClock();
      /**
       * Whether the queue still contained events after the last pop. If so, the pops run in time slices of 5
       * ms, because there can be many events.
       */
      let hasBacklog = false;

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
        const hadBacklog = hasBacklog;
        hasBacklog = process !== undefined && queue.length > 0;
        if (hasBacklog && !hadBacklog) clock.begin();
        else if (hasBacklog && (clock.isOver || clock.step() || isTurnOver())) {
          waits.next(popLater$);
          return;
        }
        pops.next();
      };
      const waitFor = (result: ObservableInput<unknown>, deltas: Popped): void => {
        /**
         * Whether the subscribe call of `result` has returned, so that the code waits for `result`. If
         * `result` completes inside the subscribe call, the next pop runs in the same time slice.
         */
        let isWaiting = false;
        const popAfter$ = defer(() => {
          if (!isWaiting) popNext();
          else if (queue.length > 0 && isTurnOver()) return popLater$;
          else {
            clock.begin(); // the time of the wait does not count for the time slice
            asSlice(popNext);
          }
          return EMPTY;
        });
        waits.next(concat(from(result).pipe(ignoreElements()), of(deltas), popAfter$));
        isWaiting = true;
        if (hasBacklog) clock.end();
      };

      const processed$ = events$.pipe(
        popped(pops, () => queue),
        filter((deltas) => {
          const result = process?.(deltas);
          if (isObservable(result) || isThenable(result)) {
            waitFor(from(result), deltas);
            return false;
          }
          popNext(); // no recursion: `popped` runs the next pop when the current deltas are emitted
          return true;
        }),
        tap({ complete: () => waits.complete() }),
      );
      return merge(waits.pipe(mergeAll()), processed$);
    });
}
