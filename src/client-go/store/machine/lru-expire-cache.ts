import { elapsed } from '../../../scheduling/index.ts';

/**
 * client-go's `LRUExpireCache`: the most recently used entries, each until its ttl is over. A Map in the order of use, the oldest
 * first. It is small, so that reading its first key is cheap (PF11).
 */
export class LruExpireCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly since: number; readonly ttl: number }>();
  readonly #now: () => number;
  readonly #size: number;

  /** @param now - in ms */
  constructor(size: number, now: () => number) {
    this.#size = size;
    this.#now = now;
  }

  /** Oldest use first, expired ones too. */
  keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** @param ttl - in ms */
  set(key: string, value: V, ttl: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, since: this.#now(), ttl });
    if (this.#entries.size <= this.#size) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  /** Counts as a use. An expired entry is removed. */
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
