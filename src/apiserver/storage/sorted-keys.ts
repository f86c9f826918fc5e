/**
 * Keys in byte order (they are ASCII). A write only notes what came and went; the next reader puts it in its place, so
 * that many writes in a row cost one pass, and no list ever sorts.
 */
export class SortedKeys {
  #keys: string[] = [];
  readonly #came = new Set<string>();
  readonly #went = new Set<string>();

  /** To be read before the next write. */
  get all(): readonly string[] {
    if (this.#came.size + this.#went.size > few) this.#rebuild();
    else this.#insert();
    this.#came.clear();
    this.#went.clear();
    return this.#keys;
  }

  /** The key must not be there yet. */
  add(key: string): void {
    if (!this.#went.delete(key)) this.#came.add(key);
  }

  /** The key must be there. */
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

/** So many keys are moved into place one by one: with more, a pass over all of them is cheaper. */
const few = 8;

/** Two sorted arrays as one. */
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

/** The keys with a prefix that ends in a slash, as positions: from the first up to, not including, the second. */
export function rangeOf(keys: readonly string[], prefix: string): readonly [from: number, to: number] {
  if (prefix === '') return [0, keys.length];
  const behind = `${prefix.slice(0, -1)}0`; // the character after the slash
  return [lowerBound(keys, prefix), lowerBound(keys, behind)];
}

/** Where the first key stands that is not below `key`, `from` a place on. */
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
