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
 * Pops by itself, and processes each pop before the next pop. Emits the deltas of a pop once they have been processed. Events stay
 * in the queue until the result of `process` completes. The events are then popped in slices of 5 ms, because there can be 100,000
 * events. Without `process` each event passes at once.
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
      /** Whether events were in the queue after the last pop. If so, pops are timed, because there can be many. */
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
        /** False during the subscribe. If `result` completes synchronously, the next pop is in the same slice. */
        let isWaiting = false;
        const popAfter$ = defer(() => {
          if (!isWaiting) popNext();
          else if (queue.length > 0 && isTurnOver()) return popLater$;
          else {
            clock.begin(); // the wait does not count as work
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
          popNext(); // does not nest: `popped` runs this pop after the current deltas are emitted
          return true;
        }),
        tap({ complete: () => waits.complete() }),
      );
      return merge(waits.pipe(mergeAll()), processed$);
    });
}
