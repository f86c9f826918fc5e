import { asyncScheduler, type Observable, type Unsubscribable } from 'rxjs';
import { type Change } from '../store/index.ts';
import type { DeliveryOptions } from './delivery-options.ts';
import { type Intake, Round } from './machine/round.ts';
import { Turns } from './machine/turns.ts';
import { afterTask$, asSlice, nextTurn$, sliceClock } from '../scheduling/index.ts';

/** What several hear, gathered task by task, once for all of them. */
export interface Rounds<T> {
  /**
   * Takes in what is there, then what follows; by a call, for each operator between would cost every listener 20 to 30 ns
   * an event. @returns what leaves
   */
  readonly hear: (intake: Intake<T>) => Unsubscribable;
  /** When those who hear go on. */
  readonly turns: Turns;
  /** All have what came so far. */
  readonly flush: () => void;
  /** They have ended, who hear leave with what came so far. */
  readonly end: () => void;
}

/**
 * Gathers the batches of a store. It stays subscribed to them, so they live as long as each other.
 *
 * @param batches$ - of a store to which nobody has subscribed: who hears of a batch first is told nothing twice by
 *   those who come while the others hear of it (G12)
 */
export function inRounds<T>(batches$: Observable<readonly Change<T>[]>): Rounds<T> {
  const flush = (): void => {
    round.flush();
  };
  const turns = new Turns(sliceClock(), (isOver) =>
    (isOver ? nextTurn$ : afterTask$).subscribe(() => {
      flush();
      asSlice(() => turns.turn());
    }),
  );
  const round = new Round<T>(
    () => {
      turns.awake();
    },
    () => asyncScheduler.now(),
  );
  batches$.subscribe((batch) => {
    round.push(batch);
  });

  return {
    turns,
    flush,
    end: () => {
      round.end();
    },
    hear(intake) {
      flush(); // who was here before goes on before
      batches$.subscribe((batch) => intake(batch)).unsubscribe(); // what is there, and no more of it
      return { unsubscribe: round.join(intake) };
    },
  };
}

/** Rounds, and how long somebody tells them. */
export interface LivingRounds<T> extends Rounds<T> {
  /** Subscribed to by who hears; its end is the end of what is heard. */
  readonly life$: Observable<unknown>;
  /**
   * The same for a listener that passes no error on to the user's code: an informer that only such listeners run reports
   * its error itself.
   */
  readonly withoutErrorHandler: {
    readonly batches$: Observable<readonly Change<T>[]>;
    readonly life$: Observable<unknown>;
  };
}

/** By the batches themselves: whoever puts others in their place is served with those. */
const roundsBy = new WeakMap<object, LivingRounds<unknown>>();

/** Says that some batches are told in rounds as well. */
export function tellInRounds<T>(batches$: Observable<readonly Change<T>[]>, rounds: LivingRounds<T>): void {
  roundsBy.set(batches$, rounds);
}

/** The same batches in rounds, where somebody tells them so. */
export function roundsOf<T>(batches$: Observable<readonly Change<T>[]>): LivingRounds<T> | undefined {
  return roundsBy.get(batches$) as LivingRounds<T> | undefined;
}

/** Whether a subscriber can do with rounds: it has no bound to keep, no pace, and nobody counts what waits. */
export function isPlain({ buffer = 'unbounded', pace, gauge }: DeliveryOptions): boolean {
  return buffer === 'unbounded' && pace === undefined && gauge === undefined;
}
