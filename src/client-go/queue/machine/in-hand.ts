import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { KeyDelta } from '../key-delta.ts';

/**
 * The newest of each key that was popped and is being processed, or waits to be tried again. Nobody can say yet whether
 * the consumer has it, so to the queue it is neither unknown nor as the consumer says. client-go needs no such thing:
 * there whoever writes waits until a pop has been processed.
 */
export class InHand<T extends KubeObject> {
  readonly #newest = new Map<ObjectKey, KeyDelta<T>>();
  readonly #heldBack = new Set<ObjectKey>();

  entries(): Iterable<readonly [ObjectKey, KeyDelta<T>]> {
    return this.#newest;
  }

  get(key: ObjectKey): KeyDelta<T> | undefined {
    return this.#newest.get(key);
  }

  take(key: ObjectKey, newest: KeyDelta<T> | undefined): void {
    this.#heldBack.delete(key);
    if (newest !== undefined) this.#newest.set(key, newest);
  }

  /** It was not accepted, and comes back later: it stays. */
  holdBack(key: ObjectKey): void {
    if (this.#newest.has(key)) this.#heldBack.add(key);
  }

  processed(key: ObjectKey): void {
    if (!this.#heldBack.has(key)) this.#newest.delete(key);
  }

  /** It is back in the queue. */
  giveBack(key: ObjectKey): void {
    this.#heldBack.delete(key);
    this.#newest.delete(key);
  }
}
