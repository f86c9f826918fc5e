import type { Resource } from './resources.ts';

/** The server and the resource of the collection that the measured program caches. */
export interface Target {
  readonly server: string;
  readonly resource: Resource;
}

/** The cache of a measured program. */
export interface Holding {
  readonly size: number;
  /** Returns all current objects. Absent if the cache of the program cannot be read. */
  readonly list?: () => Iterable<unknown>;
}

/** One way to cache a collection, for example `informer()` with a `fetch` transport. */
export interface Variant {
  /**
   * Lists all objects, then watches. Calls `onObject` with each object that the program delivers: the objects of the
   * list and of the watch. Some programs deliver unchanged objects again at a relist; then `onObject` is called again.
   * Resolves when the list is complete.
   */
  start(target: Target, onObject: (object: unknown) => void): Promise<Holding>;
}
