import type { Resource } from './resources.ts';

/** The collection to hold. */
export interface Target {
  readonly server: string;
  readonly resource: Resource;
}

/** What a contender holds. */
export interface Holding {
  readonly size: number;
  /** All objects, as they are now; absent where the contender's store cannot be read. */
  readonly list?: () => Iterable<unknown>;
}

/** One way to hold a collection. */
export interface Variant {
  /**
   * Lists all there is and goes on by watching. `onObject` gets each object that the contender hands over: of the list, then of
   * the watch, and again of a relist where the contender hands over what did not change. Resolves when the list is in.
   */
  start(target: Target, onObject: (object: unknown) => void): Promise<Holding>;
}
