/**
 * A cache of values that were made from objects, limited by size in bytes. Any number of sets share the limit; each set
 * has its own value for an object. Drops the values that were not requested while half of the bytes were added. A
 * cached value does not keep its object in memory.
 */
export class RecentValues<Of extends object, Value extends object> {
  readonly #size: number;
  readonly #bytesOf: (value: Value, object: Of) => number;
  #recent = new Map<object, WeakMap<Of, Value>>();
  #older = new Map<object, WeakMap<Of, Value>>();
  #bytes = 0;

  /** @param size - the limit in bytes */
  constructor(size: number, bytesOf: (value: Value, object: Of) => number) {
    this.#size = size;
    this.#bytesOf = bytesOf;
  }

  /** Returns the value of an object in a set. Calls `make` if the cache does not have it. */
  of(set: object, object: Of, make: () => Value): Value {
    const recent = this.#recent.get(set)?.get(object);
    if (recent !== undefined) return recent;
    const value = this.#older.get(set)?.get(object) ?? make();
    const bytes = this.#bytesOf(value, object) + entryBytes;
    if (this.#bytes + bytes > this.#size / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#bytes = 0;
    }
    const values = this.#recent.get(set) ?? new WeakMap<Of, Value>();
    this.#recent.set(set, values.set(object, value));
    this.#bytes += bytes;
    return value;
  }
}

/** The size in bytes of an entry without its value. */
const entryBytes = 64;
