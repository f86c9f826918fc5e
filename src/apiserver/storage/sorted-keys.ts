/**
 * The keys of a collection in byte order (all keys are ASCII). A write only stores the added or removed key, and the
 * next read merges the stored keys into the sorted array. Therefore, a long sequence of writes costs only one pass over
 * the keys, and a list request never sorts all keys.
 */
export class SortedKeys {
  #keys: string[] = [];
  readonly #came = new Set<string>();
  readonly #went = new Set<string>();

  /** All keys in byte order. The returned array is valid until the next write. */
  get all(): readonly string[] {
    if (this.#came.size + this.#went.size > few) this.#rebuild();
    else this.#insert();
    this.#came.clear();
    this.#went.clear();
    return this.#keys;
  }

  /** Adds a key that does not exist yet. */
  add(key: string): void {
    if (!this.#went.delete(key)) this.#came.add(key);
  }

  /** Removes a key, which must exist. */
  remove(key: string): void {
    if (!this.#came.delete(key)) this.#went.add(key);
  }

  #insert(): void {
    for (const key of this.#went) this.#keys.splice(lowerBound(this.#keys, key), 1);
    for (const key of this.#came) this.#keys.splice(lowerBound(this.#keys, key), 0, key);
  }

  #rebuild(): void {
    const left = this.#went.size === 0 ? this.#keys : this.#keys.filter((key) => !this.#went.has(key));
    this.#keys = merged(left, [...this.#came].sort());
  }
}

/**
 * The maximum number of added and removed keys that are merged into the sorted array one by one. For more keys, one
 * pass over the whole array is cheaper.
 */
const few = 8;

export function merged(keys: readonly string[], more: readonly string[]): string[] {
  const all: string[] = [];
  let from = 0;
  for (const key of more) {
    const to = lowerBound(keys, key, from);
    for (; from < to; from++) all.push(keys[from] ?? '');
    all.push(key);
  }
  for (; from < keys.length; from++) all.push(keys[from] ?? '');
  return all;
}

/**
 * Returns the index of the first key with a prefix, and the index after the last key with the prefix. The prefix must
 * end in a slash.
 */
export function rangeOf(keys: readonly string[], prefix: string): readonly [from: number, to: number] {
  if (prefix === '') return [0, keys.length];
  const behind = `${prefix.slice(0, -1)}0`; // in ASCII, `0` is the character after the slash
  return [lowerBound(keys, prefix), lowerBound(keys, behind)];
}

/** Returns the index of the first key that is not less than `key`. The search begins at the index `from`. */
export function lowerBound(keys: readonly string[], key: string, from = 0): number {
  let low = from;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
