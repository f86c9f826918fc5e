import {
  BehaviorSubject,
  concat,
  defer,
  EMPTY,
  from,
  ignoreElements,
  isObservable,
  merge,
  mergeMap,
  type Observable,
  of,
  type OperatorFunction,
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
      const clock = sliceClock();
      clock.begin();

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
      const popNext = (): Observable<never> => {
        // Where nothing has gathered, the next event begins a slice of its own.
        if (queue.length === 0) clock.begin();
        else if (process !== undefined && (clock.step() || isTurnOver())) return popLater$;
        pops.next();
        return EMPTY;
      };
      const whenDone = (result: unknown): Observable<never> => {
        if (!isObservable(result) && !isThenable(result)) return EMPTY;
        return defer(() => {
          let isWaiting = false;
          const done$ = from(result).pipe(
            ignoreElements(),
            tap({ complete: () => isWaiting && clock.begin() }), // the time of a wait is no work
          );
          return merge(
            done$,
            defer(() => {
              isWaiting = true;
              return EMPTY;
            }),
          );
        });
      };

      return events$.pipe(
        popped(pops, () => queue),
        mergeMap((taken) => concat(whenDone(process?.(taken)), of(taken), defer(popNext))),
      );
    });
}
