import { randomSource } from '../../reflector/index.ts';
import { seededRandom } from '../faults/chaos/seeded-random.ts';

/** A function that returns random numbers in [0, 1). */
export type Random = () => number;

/** Returns a generator that returns the same numbers each time. */
export const repeatable = (): Random => seededRandom(1);

/** Runs `work` with `random` as the default of the option `random`, then restores the previous default. */
export function withRandom<R>(random: Random, work: () => R): R {
  const before = randomSource.next;
  randomSource.next = random;
  try {
    return work();
  } finally {
    randomSource.next = before;
  }
}
