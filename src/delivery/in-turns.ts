import {
  asyncScheduler,
  catchError,
  defer,
  filter,
  finalize,
  merge,
  NEVER,
  type Observable,
  type OperatorFunction,
  Subject,
  switchMap,
  tap,
} from 'rxjs';
import type { Change } from '../store/index.ts';
import type { DeliveryHooks } from './deliver.ts';
import type { DeliveryGauge } from './delivery-options.ts';
import { direct } from './direct.ts';
import { takeAll } from './machine/change-buffer.ts';
import { Drain, type Handle } from './machine/drain.ts';
import { TurnTaker } from './machine/turn-taker.ts';
import { UnboundedBuffer } from './machine/unbounded-buffer.ts';
import type { Rounds } from './rounds.ts';

/**
 * `deliver` for one of several who hear the same rounds and ask for nothing of their own.
 *
 * @param handle - what it returns is completed before the next change is taken; it never errors
 */
export function inTurns<T>(
  { turns, flush }: Pick<Rounds<T>, 'turns' | 'flush'>,
  handle: Handle<T, Observable<never>>,
  { onInitial, isUnheard, onBegin }: Omit<DeliveryHooks<T>, 'onRest'> = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  const now = (): number => (onBegin === undefined ? 0 : asyncScheduler.now());

  return (source) =>
    defer(() => {
      const buffer = new UnboundedBuffer<T>();
      const drain = new Drain({ buffer, clock: turns.clock, handle, onInitial, onSlice: () => undefined });
      const read = (): DeliveryGauge => {
        flush();
        const { pending, conflated, dropped } = buffer;
        return { pending, age: pending === 0 ? 0 : now() - buffer.oldest, conflated, dropped };
      };
      onBegin?.(read);

      const all$ = direct<Change<T>>((outlet) => {
        const waits = new Subject<Observable<never>>();
        const taker = new TurnTaker({
          drain,
          turns,
          outlet,
          isUnheard,
          await: (wait) => {
            waits.next(wait);
          },
        });
        const arrivals$ = source.pipe(
          // Stopped first, for each operator that it passes costs every subscriber 20 to 30 ns an event.
          filter((batch): batch is never => {
            taker.push(batch, now());
            return false;
          }),
          tap({
            complete: () => {
              taker.end();
            },
          }),
          catchError((error: unknown) => {
            taker.end({ error });
            return NEVER;
          }),
        );
        // In this order: a source may end while it is subscribed to. It ends by the taker alone.
        return merge(
          waits.pipe(
            switchMap((wait) =>
              wait.pipe(
                tap({
                  complete: () => {
                    taker.ask();
                  },
                }),
              ),
            ),
          ),
          arrivals$,
        );
      });
      return onBegin === undefined ? all$ : all$.pipe(finalize(() => takeAll(buffer)));
    });
}
