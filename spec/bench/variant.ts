import type { Resource } from './resources.ts';

/** The collection that a variant caches. */
export interface Target {
  readonly server: string;
  readonly resource: Resource;
}

/** The objects that a contender has cached. */
export interface Holding {
  readonly size: number;
  /** Returns all current objects. Absent if the contender's store cannot be read. */
  readonly list?: () => Iterable<unknown>;
}

/** One way to cache a collection. */
export interface Variant {
  /**
   * Lists all objects, then watches. Calls `onObject` with each object that the contender delivers: the objects of the
   * list and of the watch. If the contender delivers unchanged objects again at a relist, also calls `onObject` with
   * the objects of the relist. Resolves when the list is complete.
   */
  start(target: Target, onObject: (object: unknown) => void): Promise<Holding>;
}
