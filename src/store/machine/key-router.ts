import { type Change, identityOf } from '../change.ts';

/**
 * Finds the listeners of the objects that a batch changes, by their identities. So an event costs the same with one listener and with
 * a thousand listeners of other keys (PF19).
 */
export class KeyRouter {
  readonly #listeners = new Map<string, Set<() => void>>();

  add(identity: string, listener: () => void): void {
    const listeners = this.#listeners.get(identity);
    if (listeners === undefined) this.#listeners.set(identity, new Set([listener]));
    else listeners.add(listener);
  }

  remove(identity: string, listener: () => void): void {
    const listeners = this.#listeners.get(identity);
    if (listeners?.delete(listener) === true && listeners.size === 0) this.#listeners.delete(identity);
  }

  /**
   * Returns the listeners of the changed objects, each listener once. A resync changes no object, so its changes
   * are skipped. The result is a copy, because a listener can add and remove listeners.
   */
  listenersOf(batch: readonly Change<unknown>[]): Iterable<() => void> {
    if (this.#listeners.size === 0) return NONE;
    const found = new Set<() => void>();
    for (const change of batch) {
      if (change.cause === 'resync') continue;
      for (const listener of this.#listeners.get(identityOf(change)) ?? NONE) found.add(listener);
    }
    return found;
  }
}

const NONE: readonly never[] = [];
