import type { ObjectKey } from '../../objects/index.ts';

/**
 * One index: the keys under each value, in the order in which they came under it.
 *
 * A value with a lone key holds it bare: a Set for each would cost 189 bytes an object where values are unique (PF14).
 */
export class ValueIndex {
  readonly #keys = new Map<string, ObjectKey | Set<ObjectKey>>();

  /** The distinct values (B184). */
  values(): readonly string[] {
    return [...this.#keys.keys()];
  }

  keys(value: string): readonly ObjectKey[] {
    const keys = this.#keys.get(value);
    if (keys === undefined) return [];
    return typeof keys === 'string' ? [keys] : [...keys];
  }

  /** Moves a key from the values it had to those it has; compares first, for most updates change none (PF14). */
  move(key: ObjectKey, from: readonly string[], to: readonly string[]): void {
    if (equal(from, to)) return;
    const kept = new Set(to);
    for (const value of from) {
      if (!kept.has(value)) this.#remove(key, value);
    }
    for (const value of to) this.#insert(key, value);
  }

  #insert(key: ObjectKey, value: string): void {
    const keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, key);
    else if (typeof keys !== 'string') keys.add(key);
    else if (keys !== key) this.#keys.set(value, new Set([keys, key]));
  }

  #remove(key: ObjectKey, value: string): void {
    const keys = this.#keys.get(value);
    if (keys === key) this.#keys.delete(value);
    // A value nobody has any more is gone (B183).
    else if (keys instanceof Set && keys.delete(key) && keys.size === 0) this.#keys.delete(value);
  }
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) return false;
  }
  return true;
}
