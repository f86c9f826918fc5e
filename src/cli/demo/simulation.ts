import type { ObjectAccess } from '../../apiserver/index.ts';

/** What the parts of the simulation work on: the objects, and chance. */
export interface Simulation {
  readonly objects: ObjectAccess;
  /** True as often as `probability` says. */
  readonly chance: (probability: number) => boolean;
  /** One of them, if there are any. */
  readonly pick: <T>(list: readonly T[]) => T | undefined;
  /** The time, as Kubernetes writes it. */
  readonly timestamp: () => string;
}

/** A simulation whose chance comes from numbers from 0 up to, not including, 1. */
export function simulationOf(objects: ObjectAccess, random: () => number, now: () => number): Simulation {
  return {
    objects,
    chance: (probability) => random() < probability,
    pick: (list) => list[Math.floor(random() * list.length)],
    timestamp: () => `${new Date(now()).toISOString().slice(0, 19)}Z`,
  };
}
