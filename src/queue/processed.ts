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
  of,
  type OperatorFunction,
  Subject,
  tap,
} from 'rxjs';
import { isThenable } from '../objects/index.ts';
import { asSlice, isTurnOver, nextTurn$, sliceClock } from '../scheduling/index.ts';
import type { Fifo } from './machine/fifo.ts';
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
          clock.yielded();
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
        else if (isBehind && (clock.step() || isTurnOver())) {
          waits.next(popLater$);
          return;
        }
        pops.next();
      };
      const popAfterWait$ = defer(() => {
        isBehind = false; // the time of the wait was no work
        popNext();
        return EMPTY;
      });

      const processed$ = events$.pipe(
        popped(pops, () => queue),
        filter((taken) => {
          const result = process?.(taken);
          const isDone = !isObservable(result) && !isThenable(result);
          if (isDone) popNext();
          else waits.next(concat(from(result).pipe(ignoreElements()), of(taken), popAfterWait$));
          return isDone;
        }),
        tap({ complete: () => waits.complete() }),
      );
      return merge(waits.pipe(mergeAll()), processed$);
    });
}
