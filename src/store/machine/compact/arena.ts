/** A piece of memory outside the heap. Writes only append, so a record stays readable after later writes. */
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

/** Where a record begins. */
export interface Place {
  readonly segment: Segment;
  readonly at: number;
}

/** Writes records, one behind the other, into segments that others hold. */
export class Arena {
  #open: Segment | undefined;

  /** The segment that the next record goes to, if there is room. */
  get open(): Segment | undefined {
    return this.#open;
  }

  /**
   * @param live - how many bytes there are beside it; the more, the larger the segments
   */
  append(record: Uint8Array, live: number): Place {
    const size = segmentSize(live);
    const length = aligned(record.length);
    // Else the end of a segment that a large record has no room in would be wasted.
    if (length > size / 16) return placed(new Segment(length), record);
    if (this.#open === undefined || this.#open.used + length > this.#open.bytes.length) {
      this.#open = new Segment(size);
    }
    return placed(this.#open, record);
  }

  /** Leaves the segment that was open as it is: the next record begins another. */
  close(): void {
    this.#open = undefined;
  }
}

function placed(segment: Segment, record: Uint8Array): Place {
  return { segment, at: segment.append(record) };
}

/** A sixteenth of what there is, from 64 KiB to 1 MiB: a small store wastes little, a large one has few. */
export function segmentSize(live: number): number {
  return Math.min(largestSegment, Math.max(65_536, 2 ** Math.ceil(Math.log2(live / 16 + 1))));
}

const largestSegment = 1_048_576;
