import { compareResourceVersions, type KubeObject } from '../../objects/index.ts';

/** A write that was done: `object` is the state after it, of a deletion the last one, at the deletion's version. */
export interface Written<T extends KubeObject> {
  /** On the RxJS clock. */
  readonly at: number;
  readonly old: T | undefined;
  readonly object: T;
  readonly deleted: boolean;
}

/** Whether one version is older than another; an opaque one never is. */
export const isOlder = (a: string, b: string): boolean => (compareResourceVersions(a, b) ?? 0) < 0;

/** Whether a server can read it as a version. */
export const isNumber = (version: string): boolean => /^[0-9]+$/.test(version);

/** The writes of a collection in their order, as far as they are remembered. Positions stay valid for good. */
export class History<T extends KubeObject> {
  #writes: Written<T>[] = [];
  #forgotten = 0;

  push(write: Written<T>): void {
    this.#writes.push(write);
  }

  /** Where the next write will stand. */
  get end(): number {
    return this.#forgotten + this.#writes.length;
  }

  /** What stands there; `undefined` also for what is not there yet. */
  at(position: number): Written<T> | undefined {
    return this.#writes[position - this.#forgotten];
  }

  /** Whether what stood there is not remembered any more. */
  hasForgotten(position: number): boolean {
    return position < this.#forgotten;
  }

  /** Where the first write behind a version stands. */
  after(version: string): number {
    const found = this.#writes.findIndex(({ object }) => isOlder(version, object.metadata.resourceVersion));
    return found < 0 ? this.end : this.#forgotten + found;
  }

  /** Forgets all writes. */
  clear(): void {
    this.#forgotten = this.end;
    this.#writes = [];
  }

  /** Forgets all writes up to a version. */
  forget(version: string): void {
    const count = this.after(version) - this.#forgotten;
    this.#writes = this.#writes.slice(count);
    this.#forgotten += count;
  }
}
