import {
  asyncScheduler,
  catchError,
  defer,
  finalize,
  fromEventPattern,
  ignoreElements,
  merge,
  NEVER,
  type Observable,
  Subject,
  switchMap,
  tap,
} from 'rxjs';
import type { Change } from '../store/index.ts';
import type { DeliveryHooks } from './deliver.ts';
import { direct } from './direct.ts';
import { gaugeOf } from './gauge-of.ts';
import { takeAll } from './machine/change-buffer.ts';
import { Drain, type Handle } from './machine/drain.ts';
import { TurnTaker } from './machine/turn-taker.ts';
import { UnboundedBuffer } from './machine/unbounded-buffer.ts';
import type { LivingRounds } from './rounds.ts';

/**
 * `deliver` for one of several who hear the same rounds and ask for nothing of their own.
 *
 * @param handle - what it returns is completed before the next change is taken; it never errors
 */
export function inTurns<T>(
  { hear, life$, turns, flush }: LivingRounds<T>,
  handle: Handle<T, Observable<never>>,
  { onInitial, isUnheard, onBegin }: Omit<DeliveryHooks<T>, 'onRest'> = {},
): Observable<Change<T>> {
  const now = (): number => (onBegin === undefined ? 0 : asyncScheduler.now());

  return defer(() => {
    const buffer = new UnboundedBuffer<T>();
    const drain = new Drain({ buffer, clock: turns.clock, handle, onInitial, onSlice: () => undefined });
    onBegin?.(() => {
      flush();
      return gaugeOf(buffer, now);
    });

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
      const waited = { complete: () => taker.ask() };
      const ended = { complete: () => taker.end() };
      // In this order: it may end while it is subscribed to. It ends by the taker alone.
      return merge(
        waits.pipe(switchMap((wait) => wait.pipe(tap(waited)))),
        fromEventPattern<never>(
          () => hear((batch) => taker.push(batch, now())),
          (_, leave: () => void) => leave(),
        ),
        life$.pipe(
          ignoreElements(),
          tap(ended),
          catchError((error: unknown) => {
            taker.end({ error });
            return NEVER;
          }),
        ),
      );
    });
    return onBegin === undefined ? all$ : all$.pipe(finalize(() => takeAll(buffer)));
  });
}
