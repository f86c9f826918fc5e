/**
 * The values that were made of objects lately, up to so many bytes together; any number of sets share them, each with a value
 * of its own for an object. The values not asked for since half of the bytes came are let go. An object may be collected while
 * its values are here.
 */
export class RecentValues<Of extends object, Value extends object> {
  readonly #size: number;
  readonly #bytesOf: (value: Value, object: Of) => number;
  #recent = new Map<object, WeakMap<Of, Value>>();
  #older = new Map<object, WeakMap<Of, Value>>();
  #bytes = 0;

  /** @param size - bytes */
  constructor(size: number, bytesOf: (value: Value, object: Of) => number) {
    this.#size = size;
    this.#bytesOf = bytesOf;
  }

  /** The value of an object in a set, which `make` makes where it is not there. */
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

/** What an entry takes beside its value. */
const entryBytes = 64;
