/** Keys in byte order (they are ASCII), kept so by binary insertion: a list never sorts. */
export class SortedKeys {
  readonly #keys: string[] = [];

  get all(): readonly string[] {
    return this.#keys;
  }

  /** The key must not be there yet. */
  add(key: string): void {
    const last = this.#keys.at(-1);
    if (last === undefined || last < key) this.#keys.push(key);
    else this.#keys.splice(lowerBound(this.#keys, key), 0, key);
  }

  /** The key must be there. */
  remove(key: string): void {
    this.#keys.splice(lowerBound(this.#keys, key), 1);
  }
}

/** The keys with a prefix that ends in a slash, as positions: from the first up to, not including, the second. */
export function rangeOf(keys: readonly string[], prefix: string): readonly [from: number, to: number] {
  if (prefix === '') return [0, keys.length];
  const behind = `${prefix.slice(0, -1)}0`; // the character after the slash
  return [lowerBound(keys, prefix), lowerBound(keys, behind)];
}

/** Where the first key stands that is not below `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
