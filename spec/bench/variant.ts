import type { Resource } from './resources.ts';

/** The collection to hold. */
export interface Target {
  readonly server: string;
  readonly resource: Resource;
}

/** One way to hold a collection. */
export interface Variant {
  /**
   * Lists all there is and goes on by watching. `onObject` hears each object that is told: of the list, then of the watch,
   * and again of a relist where the contender tells what did not change. Resolves with the number held when the list is in.
   */
  start(target: Target, onObject: (object: unknown) => void): Promise<number>;
}
