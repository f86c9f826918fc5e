import {
  defer,
  filter,
  first,
  from,
  observeOn,
  type Observable,
  type OperatorFunction,
  queueScheduler,
  switchMap,
  tap,
} from 'rxjs';
import { type Change } from '../store/index.ts';
import type { DeliveryHooks } from './delivery-hooks.ts';
import type { DeliveryOptions } from './delivery-options.ts';
import { bufferFor } from './machine/buffer-for.ts';
import type { Handle } from './machine/drain.ts';
import { takeTurns } from './take-turns.ts';
import { afterTask$, asSlice, isTurnOver, nextTurn$, sliceClock, trampoline$ } from '../scheduling/index.ts';

/**
 * What both operators of this room are: batches in, each change out once it has been handled. Completion and error of
 * the source come after all that waits.
 *
 * @param handle - what it returns is completed before the next change is taken; it never errors
 */
export function deliver<T>(
  { buffer: policy, pace, gauge }: DeliveryOptions,
  handle: Handle<T, Observable<never>>,
  hooks: DeliveryHooks<T> = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  return (source) =>
    defer(() => {
      const buffer = bufferFor<T>(policy);
      const clock = sliceClock();
      const yield$ = nextTurn$.pipe(tap(() => clock.yielded()));

      return takeTurns({
        buffer,
        clock,
        handle,
        hooks,
        gauge,
        // What only waits is stopped first, for each operator that it passes costs every subscriber 20 to 30 ns an event.
        arrivals: (push) =>
          source.pipe(
            filter((batch) => {
              push(batch);
              return false;
            }),
          ),
        ask: (goOn, drain) => {
          const begin$ =
            pace === undefined
              ? afterTask$.pipe(tap(() => drain.allow(Infinity)))
              : from(pace).pipe(
                  first(null, undefined),
                  tap(() => drain.allow(buffer.pending)),
                  observeOn(queueScheduler), // one that emits at once, as trampoline$
                );
          const isGoing = drain.wait !== undefined || drain.hasMore;
          const on$ = isGoing ? trampoline$ : begin$;
          // A pace may emit at once, for ever; the default waits for the task, and yields after its first change.
          const isOver = (isGoing || pace !== undefined) && (clock.isOver || isTurnOver());
          return (isOver ? yield$.pipe(switchMap(() => on$)) : on$).pipe(tap(() => asSlice(goOn)));
        },
      });
    });
}
