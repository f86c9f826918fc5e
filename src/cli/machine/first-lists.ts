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

/**
 * What a refused list means to a command that shows several: the end when nothing else is left, and a collection that
 * is asked for again later on while something is.
 *
 * @returns what one more collection joins by: all of them, before any begins
 */
export function createFirstLists(): () => FirstList {
  const states: ('open' | 'synced' | 'done' | Error)[] = [];
  const isSettled = (): boolean => states.every((state) => state === 'done' || state instanceof Error);

  return () => {
    const at = states.push('open') - 1;
    return {
      isOver(status) {
        if (states[at] === 'synced') return false;
        states[at] = isHopeless(status) ? status.error : 'open';
        return isSettled();
      },
      synced() {
        states[at] = 'synced';
      },
      done() {
        states[at] = 'done';
        const refusal = states.find((state) => state instanceof Error);
        if (refusal !== undefined && isSettled()) throw refusal;
      },
    };
  };
}
