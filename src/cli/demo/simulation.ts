import type { ObjectAccess } from '../../apiserver/index.ts';

/** The objects and the random source of a simulation. */
export interface Simulation {
  readonly objects: ObjectAccess;
  /** Returns true with the given probability, from 0 to 1. */
  readonly chance: (probability: number) => boolean;
  /** Returns a random element; `undefined` for an empty list. */
  readonly pick: <T>(list: readonly T[]) => T | undefined;
  /** Returns the current time in the format of Kubernetes. */
  readonly timestamp: () => string;
}

/**
 * Creates a simulation.
 *
 * @param random - returns numbers from 0 up to, but not including, 1
 */
export function simulationOf(objects: ObjectAccess, random: () => number, now: () => number): Simulation {
  return {
    objects,
    chance: (probability) => random() < probability,
    pick: (list) => list[Math.floor(random() * list.length)],
    timestamp: () => `${new Date(now()).toISOString().slice(0, 19)}Z`,
  };
}
