import type { Resource } from './resources.ts';

/** The collection to cache. */
export interface Target {
  readonly server: string;
  readonly resource: Resource;
}

/** The objects that a contender has cached. */
export interface Holding {
  readonly size: number;
  /** Returns all current objects; undefined if the contender's store cannot be read. */
  readonly list?: () => Iterable<unknown>;
}

/** One way to cache a collection. */
export interface Variant {
  /**
   * Lists all objects, then watches. `onObject` gets each object that the contender delivers: those of the list, of the
   * watch, and of a relist if the contender delivers unchanged objects again. Resolves when the list is complete.
   */
  start(target: Target, onObject: (object: unknown) => void): Promise<Holding>;
}
