import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { KeyDelta } from '../key-delta.ts';

/**
 * The in-flight keys, each with its newest delta. A key is in flight while its deltas are being processed, or
 * while its deltas wait for a retry. The consumer may or may not have the object of an in-flight key yet. So
 * for an in-flight key, the queue uses this delta, and does not read `knownObjects`. client-go needs no such
 * class, because a write in client-go waits until the pop has been processed.
 */
export class InFlight<T extends KubeObject> {
  readonly #newest = new Map<ObjectKey, KeyDelta<T>>();
  /** The keys that stay in flight after their pop has been processed. */
  readonly #kept = new Set<ObjectKey>();

  entries(): Iterable<readonly [ObjectKey, KeyDelta<T>]> {
    return this.#newest;
  }

  get(key: ObjectKey): KeyDelta<T> | undefined {
    return this.#newest.get(key);
  }

  add(key: ObjectKey, newest: KeyDelta<T> | undefined): void {
    this.#kept.delete(key);
    if (newest !== undefined) this.#newest.set(key, newest);
  }

  /** Keeps the key in flight until `remove`, or until newer deltas of the key have been processed. */
  keep(key: ObjectKey): void {
    if (this.#newest.has(key)) this.#kept.add(key);
  }

  processed(key: ObjectKey): void {
    if (!this.#kept.has(key)) this.#newest.delete(key);
  }

  /** Removes a key from the in-flight keys. Called when the deltas of the key are in the queue again. */
  remove(key: ObjectKey): void {
    this.#kept.delete(key);
    this.#newest.delete(key);
  }
}
