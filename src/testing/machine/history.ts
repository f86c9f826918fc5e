import { compareResourceVersions, type KubeObject } from '../../objects/index.ts';

/**
 * A completed write. `object` is the state after the write. For a deletion, `object` is the last state, with the
 * resourceVersion of the deletion.
 */
export interface Written<T extends KubeObject> {
  /** The time of the write, in ms of the RxJS clock. */
  readonly at: number;
  readonly old: T | undefined;
  readonly object: T;
  readonly deleted: boolean;
}

/** Returns whether the version `a` is older than the version `b`. An opaque version is never older. */
export const isOlder = (a: string, b: string): boolean => (compareResourceVersions(a, b) ?? 0) < 0;

/** Returns whether a server can parse a text as a resourceVersion. */
export const isNumber = (version: string): boolean => /^[0-9]+$/.test(version);

/**
 * The remembered writes of a collection, in order. The position of a write does not change when older writes are
 * forgotten.
 */
export class History<T extends KubeObject> {
  #writes: Written<T>[] = [];
  #forgotten = 0;

  push(write: Written<T>): void {
    this.#writes.push(write);
  }

  /** The index that the next write will get in the history. */
  get end(): number {
    return this.#forgotten + this.#writes.length;
  }

  /**
   * Returns the write at a position. The result is `undefined` if the write is forgotten or does not exist
   * yet.
   */
  at(position: number): Written<T> | undefined {
    return this.#writes[position - this.#forgotten];
  }

  hasForgotten(position: number): boolean {
    return position < this.#forgotten;
  }

  /** Returns the position of the first write after a resourceVersion. */
  after(version: string): number {
    const found = this.#writes.findIndex(({ object }) => isOlder(version, object.metadata.resourceVersion));
    return found < 0 ? this.end : this.#forgotten + found;
  }

  clear(): void {
    this.#forgotten = this.end;
    this.#writes = [];
  }

  /** Forgets all writes of the history up to a resourceVersion. */
  forget(version: string): void {
    const count = this.after(version) - this.#forgotten;
    this.#writes = this.#writes.slice(count);
    this.#forgotten += count;
  }
}
