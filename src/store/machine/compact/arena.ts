/** A block of memory outside the heap. Writes only append, so a record stays readable after later writes. */
export class Segment {
  readonly bytes: Uint8Array;
  /** The same memory as numbers, for the header of a record. */
  readonly words: Uint32Array;
  used = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.words = new Uint32Array(this.bytes.buffer);
  }

  /** @returns the index of the record; -1 if there is no room */
  append(record: Uint8Array): number {
    const at = this.used;
    const end = at + aligned(record.length);
    if (end > this.bytes.length) return -1;
    this.bytes.set(record, at);
    this.used = end;
    return at;
  }
}

/** Records begin at multiples of 8, so that their numbers are aligned, and an address can count in units of 8 bytes. */
export const aligned = (length: number): number => Math.ceil(length / 8) * 8;

/** The position of a record. */
export interface Place {
  readonly segment: Segment;
  readonly at: number;
}

/** Appends records to segments. It keeps a reference to the open segment only. */
export class Arena {
  #open: Segment | undefined;

  /** The segment of the next record, if it has room. */
  get open(): Segment | undefined {
    return this.#open;
  }

  /**
   * @param live - the bytes of the existing records; the more, the larger the segments
   */
  append(record: Uint8Array, live: number): Place {
    const size = segmentSize(live);
    const length = aligned(record.length);
    // A large record gets its own segment. Otherwise it would waste the rest of the open one.
    if (length > size / 16) return placed(new Segment(length), record);
    if (this.#open === undefined || this.#open.used + length > this.#open.bytes.length) {
      this.#open = new Segment(size);
    }
    return placed(this.#open, record);
  }

  /** Closes the open segment: the next record begins a new one. */
  close(): void {
    this.#open = undefined;
  }
}

function placed(segment: Segment, record: Uint8Array): Place {
  return { segment, at: segment.append(record) };
}

/** A sixteenth of the existing bytes, from 64 KiB to 1 MiB: a small store wastes little, a large one has few segments. */
export function segmentSize(live: number): number {
  return Math.min(largestSegment, Math.max(65_536, 2 ** Math.ceil(Math.log2(live / 16 + 1))));
}

const largestSegment = 1_048_576;
