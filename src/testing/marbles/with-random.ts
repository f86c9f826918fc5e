import { randomSource } from '../../reflector/index.ts';
import { seededRandom } from '../faults/chaos/seeded-random.ts';

/** Numbers in [0, 1). */
export type Random = () => number;

/** The same numbers each time, from their beginning. */
export const repeatable = (): Random => seededRandom(1);

/** Works with these numbers wherever no option gives others; those before are back afterwards. */
export function withRandom<R>(random: Random, work: () => R): R {
  const before = randomSource.next;
  randomSource.next = random;
  try {
    return work();
  } finally {
    randomSource.next = before;
  }
}
