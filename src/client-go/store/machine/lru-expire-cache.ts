import { elapsed } from '../../../scheduling/index.ts';

/**
 * Keeps the most recently used entries until their time to live ends, as client-go's `LRUExpireCache` does.
 * The entries are in a Map in the order of use, the least recently used first. The Map is small, so a read of
 * its first key is cheap (PF11).
 */
export class LruExpireCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly since: number; readonly ttl: number }>();
  readonly #now: () => number;
  readonly #size: number;

  /** @param now - returns the time in ms */
  constructor(size: number, now: () => number) {
    this.#size = size;
    this.#now = now;
  }

  /** Returns all keys, the least recently used key first. The result includes expired keys. */
  keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Adds or replaces an entry.
   *
   * @param ttl - the time to live in ms
   */
  set(key: string, value: V, ttl: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, since: this.#now(), ttl });
    if (this.#entries.size <= this.#size) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  /** Returns the value of an entry. The read counts as a use of the entry. An expired entry is removed. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (elapsed(entry.since, this.#now()) > entry.ttl) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
