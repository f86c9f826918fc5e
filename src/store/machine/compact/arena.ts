/**
 * A segment of memory outside the heap. The segment contains records. A write only appends, so a record stays
 * readable after later writes.
 */
export class Segment {
  readonly bytes: Uint8Array;
  /** The memory of the segment as 32-bit numbers, to read the header of a record. */
  readonly words: Uint32Array;
  used = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.words = new Uint32Array(this.bytes.buffer);
  }

  /**
   * Appends a record to the segment.
   *
   * @returns the index of the record, or -1 if the segment has too little space
   */
  append(record: Uint8Array): number {
    const at = this.used;
    const end = at + aligned(record.length);
    if (end > this.bytes.length) return -1;
    this.bytes.set(record, at);
    this.used = end;
    return at;
  }
}

/**
 * Rounds a length up to a multiple of 8 bytes. Records begin at multiples of 8, so that their numbers are
 * aligned, and an address can count in units of 8 bytes.
 */
export const aligned = (length: number): number => Math.ceil(length / 8) * 8;

export interface Place {
  readonly segment: Segment;
  readonly at: number;
}

/**
 * Appends records to segments. The arena keeps a reference only to the open segment. The next record goes
 * into the open segment.
 */
export class Arena {
  #open: Segment | undefined;

  get open(): Segment | undefined {
    return this.#open;
  }

  /** @param live - the number of bytes of the existing records. A larger number leads to larger segments */
  append(record: Uint8Array, live: number): Place {
    const size = segmentSize(live);
    const length = aligned(record.length);
    // A large record gets its own segment, because otherwise the rest of the open segment would be wasted.
    if (length > size / 16) return placed(new Segment(length), record);
    if (this.#open === undefined || this.#open.used + length > this.#open.bytes.length) {
      this.#open = new Segment(size);
    }
    return placed(this.#open, record);
  }

  close(): void {
    this.#open = undefined;
  }
}

function placed(segment: Segment, record: Uint8Array): Place {
  return { segment, at: segment.append(record) };
}

/**
 * Returns the size of a new segment: a sixteenth of the existing bytes, but at least 64 KiB and at most
 * 1 MiB. So a small store wastes little memory, and a large store has few segments.
 */
export function segmentSize(live: number): number {
  return Math.min(largestSegment, Math.max(65_536, 2 ** Math.ceil(Math.log2(live / 16 + 1))));
}

const largestSegment = 1_048_576;
