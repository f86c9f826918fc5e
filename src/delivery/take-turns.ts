import {
  asyncScheduler,
  catchError,
  finalize,
  ignoreElements,
  merge,
  NEVER,
  type Observable,
  Subject,
  switchAll,
  tap,
} from 'rxjs';
import { elapsed } from '../objects/index.ts';
import { type Change } from '../store/index.ts';
import type { DeliveryHooks } from './delivery-hooks.ts';
import type { DeliveryGauge, DeliveryOptions } from './delivery-options.ts';
import { direct } from './direct.ts';
import { type ChangeBuffer, takeAll } from './machine/change-buffer.ts';
import { Drain, type DrainOptions } from './machine/drain.ts';
import type { Intake } from './machine/round.ts';
import { TurnTaker } from './machine/turn-taker.ts';
import { runGuarded } from '../scheduling/index.ts';

/** What one who takes turns is given. */
export interface TakingTurns<T> extends Pick<DrainOptions<T, Observable<never>>, 'clock' | 'handle'> {
  readonly buffer: ChangeBuffer<T>;
  readonly hooks: DeliveryHooks<T>;
  readonly gauge?: DeliveryOptions['gauge'];
  /** All that came is to be in the buffer: somebody counts. */
  readonly flush?: () => void;
  /** Gives what comes to `push`; its end is the end, after all that waits. */
  readonly arrivals: (push: Intake<T>) => Observable<unknown>;
  /** Lets it go on, once; returns what to subscribe to for that, if anything. */
  readonly ask: (goOn: () => void, drain: Drain<T, Observable<never>>) => Observable<unknown> | undefined;
}

/** What both ways of delivering have in common: who waits, for what, how it is counted, and how it ends. */
export function takeTurns<T>({
  buffer,
  clock,
  handle,
  hooks: { onInitial, isUnheard, onBegin, onRest },
  gauge,
  flush,
  arrivals,
  ask,
}: TakingTurns<T>): Observable<Change<T>> {
  const now = (): number => ((gauge ?? onBegin) === undefined ? 0 : asyncScheduler.now());
  const read = (): DeliveryGauge => {
    flush?.();
    const { pending, conflated, dropped } = buffer;
    return { pending, age: pending === 0 ? 0 : elapsed(buffer.oldest, now()), conflated, dropped };
  };
  const onSlice = (): void => {
    if (gauge !== undefined) runGuarded(() => gauge.next?.(read()));
  };
  onBegin?.(read);
  const drain = new Drain({ buffer, clock, handle, onInitial, onSlice });

  return direct<Change<T>>((outlet) => {
    const waits = new Subject<Observable<unknown>>();
    const taker = new TurnTaker<T, Observable<never>>({
      drain,
      outlet,
      isUnheard,
      ask: (goOn) => {
        const turn$ = ask(goOn, drain);
        if (turn$ !== undefined) waits.next(turn$);
      },
      await: (wait) => waits.next(wait.pipe(tap({ complete: () => taker.ask() }))),
    });
    // In this order: a source may end while it is subscribed to. It ends by the taker alone.
    return merge(
      waits.pipe(switchAll()),
      arrivals((batch, since = now()) => taker.push(batch, since)).pipe(
        tap({ complete: () => taker.end(() => outlet.complete()) }),
        catchError((error: unknown) => {
          taker.end(() => outlet.error(error));
          return NEVER;
        }),
      ),
    ).pipe(
      ignoreElements(),
      finalize(() => {
        const rest = takeAll(buffer);
        onRest?.(rest);
      }),
    );
  });
}
