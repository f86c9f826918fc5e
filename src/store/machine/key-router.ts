import type { ObjectKey } from '../../objects/index.ts';
import type { Change } from '../change.ts';

/**
 * Finds the listeners of the keys that a batch changes. So an event costs the same with one listener and with
 * a thousand listeners of other keys (PF19).
 */
export class KeyRouter {
  readonly #listeners = new Map<ObjectKey, Set<() => void>>();

  add(key: ObjectKey, listener: () => void): void {
    const listeners = this.#listeners.get(key);
    if (listeners === undefined) this.#listeners.set(key, new Set([listener]));
    else listeners.add(listener);
  }

  remove(key: ObjectKey, listener: () => void): void {
    const listeners = this.#listeners.get(key);
    if (listeners?.delete(listener) === true && listeners.size === 0) this.#listeners.delete(key);
  }

  /**
   * Returns the listeners of the changed keys, each listener once. A resync changes no object, so its changes
   * are skipped. The result is a copy, because a listener can add and remove listeners.
   */
  listenersOf(batch: readonly Change<unknown>[]): Iterable<() => void> {
    if (this.#listeners.size === 0) return NONE;
    const found = new Set<() => void>();
    for (const { key, cause } of batch) {
      if (cause === 'resync') continue;
      for (const listener of this.#listeners.get(key) ?? NONE) found.add(listener);
    }
    return found;
  }
}

const NONE: readonly never[] = [];
