/**
 * A cache of values that were computed from objects. The cache consists of sets, for example one set for each version
 * of a custom resource. All sets share one limit of bytes. Each set has at most one value for an object. The cache
 * counts the bytes of the values that calls have requested since the previous cleanup. If these values would take more
 * than half of the limit, a new cleanup starts. The cleanup drops each value that no call has requested since the
 * previous cleanup. A cached value does not keep its object in memory.
 */
export class RecentValues<Of extends object, Value extends object> {
  readonly #size: number;
  readonly #bytesOf: (value: Value, object: Of) => number;
  #recent = new Map<object, WeakMap<Of, Value>>();
  #older = new Map<object, WeakMap<Of, Value>>();
  #bytes = 0;

  constructor(size: number, bytesOf: (value: Value, object: Of) => number) {
    this.#size = size;
    this.#bytesOf = bytesOf;
  }

  /** Returns the value of an object in a set. If the cache does not contain the value, calls `make`. */
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

/** The size in bytes of a cache entry, excluding its value. */
const entryBytes = 64;
