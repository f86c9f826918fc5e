import type { WaitingStatus } from '../../reflector/index.ts';
import { isHopeless } from '../follow/hopeless.ts';

/** The first list of one collection among those that a command shows. */
export interface FirstList {
  /**
   * Hears of a failure.
   *
   * @returns whether the command is over: neither this one nor any other is there or can come
   */
  isOver(status: WaitingStatus): boolean;
  /** It is there: whatever happens later, it can come again. */
  synced(): void;
  /** Throws what one of the others was refused with, if it is the only thing that is left to wait for. */
  done(): void;
}

type State = 'open' | 'synced' | 'done' | Error;

const isSettled = (state: State): boolean => state === 'done' || state instanceof Error;

/**
 * What a refused list means to a command that shows several: the end when nothing else is left, and a collection that
 * is asked for again later on while something is.
 *
 * @returns what one more collection joins by: all of them, before any begins
 */
export function createFirstLists(): () => FirstList {
  const refusals = new Map<number, Error>();
  // Counts, because each of many lists asks after each of its events.
  let joined = 0;
  let settled = 0;

  return () => {
    const at = joined++;
    let state: State = 'open';
    const become = (next: State): void => {
      settled += Number(isSettled(next)) - Number(isSettled(state));
      state = next;
      if (next instanceof Error) refusals.set(at, next);
      else refusals.delete(at);
    };
    return {
      isOver(status) {
        if (state === 'synced') return false;
        become(isHopeless(status) ? status.error : 'open');
        return settled === joined;
      },
      synced() {
        become('synced');
      },
      done() {
        become('done');
        if (settled < joined) return;
        const refusal = refusals.get(Math.min(...refusals.keys()));
        if (refusal !== undefined) throw refusal;
      },
    };
  };
}
