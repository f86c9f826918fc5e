import type { WaitingStatus } from '../../reflector/index.ts';
import { isRefused } from '../follow/is-refused.ts';

/**
 * The result of the first list of one collection. The command combines the results of all its collections.
 */
export interface FirstList {
  /**
   * Records a failure of the first list.
   *
   * @returns whether the command must end, because no collection is left. No collection is left if each
   *   collection has completed, or the server has refused its first list
   */
  isOver(status: WaitingStatus): boolean;
  /** Records that the first list is complete. After that, a failure of the collection can be retried. */
  synced(): void;
  /**
   * Records that the collection has completed. If no collection is left and the server has refused a first
   * list, throws the error of the refusal.
   */
  done(): void;
}

type State = 'open' | 'synced' | 'done' | Error;

const isSettled = (state: State): boolean => state === 'done' || state instanceof Error;

/**
 * Decides what a refused first list means for a command with several collections. If no collection is left,
 * the command ends. Otherwise the command requests the refused list again later.
 *
 * @returns a function that adds one collection. Add all collections before the first collection starts
 */
export function createFirstLists(): () => FirstList {
  const refusals = new Map<number, Error>();
  // Counters are used, because a loop over all lists after each event would be slow.
  let joined = 0;
  let finished = 0;

  return () => {
    const at = joined++;
    let state: State = 'open';
    const become = (next: State): void => {
      finished += Number(isSettled(next)) - Number(isSettled(state));
      state = next;
      if (next instanceof Error) refusals.set(at, next);
      else refusals.delete(at);
    };
    return {
      isOver(status) {
        if (state === 'synced') return false;
        become(isRefused(status) ? status.error : 'open');
        return finished === joined;
      },
      synced() {
        become('synced');
      },
      done() {
        become('done');
        if (finished < joined) return;
        const refusal = refusals.get(Math.min(...refusals.keys()));
        if (refusal !== undefined) throw refusal;
      },
    };
  };
}
