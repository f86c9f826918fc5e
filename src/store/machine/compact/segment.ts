/** A piece of memory outside the heap. It is only ever written to at its end, so whoever reads what it holds may be late. */
export class Segment {
  readonly bytes: Uint8Array;
  /** The same memory, for the numbers at the head of a record. */
  readonly words: Uint32Array;
  used = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.words = new Uint32Array(this.bytes.buffer);
  }

  /** @returns where it begins; -1 when there is no room */
  append(record: Uint8Array): number {
    const at = this.used;
    const end = at + aligned(record.length);
    if (end > this.bytes.length) return -1;
    this.bytes.set(record, at);
    this.used = end;
    return at;
  }
}

/** Records begin at multiples of 8, so that their numbers can be read as such, and their places counted in eights. */
export const aligned = (length: number): number => Math.ceil(length / 8) * 8;
