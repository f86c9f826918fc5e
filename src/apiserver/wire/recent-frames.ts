/**
 * The frames of objects, or of events, that were sent lately, up to so many bytes: a thousand clients that start together get
 * the same state. Those not asked for since half of the bytes came are let go.
 */
export class RecentFrames<Of extends object> {
  readonly #size: number;
  #recent = new Map<Of, Uint8Array>();
  #older = new Map<Of, Uint8Array>();
  #bytes = 0;

  /** @param size - bytes */
  constructor(size: number) {
    this.#size = size;
  }

  /** The frame of an object, which `make` makes where it is not there. */
  of(object: Of, make: () => Uint8Array): Uint8Array {
    const recent = this.#recent.get(object);
    if (recent !== undefined) return recent;
    const frame = this.#older.get(object) ?? make();
    if (this.#bytes + frame.length > this.#size / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#bytes = 0;
    }
    this.#recent.set(object, frame);
    this.#bytes += frame.length;
    return frame;
  }
}
