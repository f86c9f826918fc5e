import { defer, finalize, type Observable, using } from 'rxjs';
import type { Change } from '../store/index.ts';
import type { DeliveryHooks } from './delivery-hooks.ts';
import type { Handle } from './machine/drain.ts';
import { UnboundedBuffer } from './machine/unbounded-buffer.ts';
import type { LivingRounds } from './rounds.ts';
import { takeTurns } from './take-turns.ts';

/**
 * `deliver` for one of several who hear the same rounds and ask for nothing of their own.
 *
 * @param handle - what it returns is completed before the next change is taken; it never errors
 */
export function inTurns<T>(
  { hear, life$, turns, flush }: LivingRounds<T>,
  handle: Handle<T, Observable<never>>,
  hooks: DeliveryHooks<T> = {},
): Observable<Change<T>> {
  return defer(() => {
    const clock = turns.enter();
    return takeTurns({
      buffer: new UnboundedBuffer<T>(),
      clock,
      handle,
      hooks,
      flush,
      arrivals: (push) =>
        using(
          () => hear(push),
          () => life$,
        ),
      ask: (goOn, drain) => {
        drain.allow(Infinity);
        turns.ask(goOn);
        return undefined;
      },
    }).pipe(finalize(() => turns.leave()));
  });
}
