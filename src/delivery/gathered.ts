import { fromEventPattern, type Observable } from 'rxjs';
import type { Change } from '../store/index.ts';
import { asap$ } from './asap.ts';
import type { DeliveryOptions } from './delivery-options.ts';
import { Gather } from './machine/gather.ts';

/** When those go on who hear what is gathered. */
export type Turns = Pick<Gather<unknown>, 'ask' | 'flush'>;

/** What several hear, gathered task by task, once for all of them. */
export interface Gathered<T> {
  /** What is there, then what follows; its subscribers are let go on by `turns`. */
  readonly batches$: Observable<readonly Change<T>[]>;
  readonly turns: Turns;
}

/**
 * Gathers the batches of a store. It stays subscribed to them, so they live as long as each other.
 *
 * @param batches$ - of a store to which nobody has subscribed: who hears of a batch first is told nothing twice by
 *   those who come while the others hear of it (G12)
 */
export function gather<T>(batches$: Observable<readonly Change<T>[]>): Gathered<T> {
  const turns = new Gather<T>(() => asap$.subscribe(() => turns.turn()));
  batches$.subscribe((batch) => turns.push(batch));

  return {
    turns,
    batches$: fromEventPattern<readonly Change<T>[]>(
      (intake) => {
        turns.flush(); // who was here before goes on before
        batches$.subscribe(intake).unsubscribe(); // what is there, and no more of it
        return turns.join(intake);
      },
      (_intake, leave: () => void) => leave(),
    ),
  };
}

/** By the batches themselves: whoever puts others in their place is served with those. */
const gatheredBy = new WeakMap<object, Gathered<unknown>>();

/** Says that the batches of a store are gathered as well. */
export function gatheredAs<T>(batches$: Observable<readonly Change<T>[]>, gathered: Gathered<T>): void {
  gatheredBy.set(batches$, gathered);
}

/** The same batches, gathered, where somebody gathers them. */
export function gatheredOf<T>(batches$: Observable<readonly Change<T>[]>): Gathered<T> | undefined {
  return gatheredBy.get(batches$) as Gathered<T> | undefined;
}

/** Whether a subscriber can do with what is gathered: it has no bound to keep, no pace, and nobody counts what waits. */
export function isPlain({ buffer = 'unbounded', pace, gauge }: DeliveryOptions): boolean {
  return buffer === 'unbounded' && pace === undefined && gauge === undefined;
}
