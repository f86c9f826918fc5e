import { aligned, type Arena, type Place, type Segment, segmentSize } from './arena.ts';
import { lengthOf } from './record.ts';

/**
 * The segments of one map of objects, and the number of used bytes in each segment. The table gives each
 * record an address. An address is one number, because a number needs no memory on the heap. The number
 * combines the index of the segment with the offset in the segment, in units of 8 bytes.
 */
export class SegmentTable {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #indices = new Map<Segment, number>();
  readonly #free: number[] = [];
  readonly #arena: Arena;
  #open: Segment | undefined;
  #size = 0;
  #live = 0;
  #lastCompacted = 0;

  /** @param arena - the arena whose open segment is not dropped, even if that segment is empty */
  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** The number of bytes of the current records. */
  get live(): number {
    return this.#live;
  }

  /** The number of unused bytes: the bytes of removed records, and the bytes at the ends of segments. */
  get dead(): number {
    return this.#size - this.#live;
  }

  /**
   * Returns the place of a record.
   *
   * @throws RangeError for an address that was released
   */
  placeOf(address: number): Place {
    return placeIn(this.#entryOf(address), address);
  }

  /** Returns the address of a place, or -1 if the segment is not in this table. */
  addressOf({ segment, at }: Place): number {
    const index = this.#indices.get(segment);
    return index === undefined ? -1 : index * unitsPerSegment + at / 8;
  }

  /** Adds a record to the table. If the segment of the record is new, the segment is added too. */
  adopt(place: Place): number {
    const { segment } = place;
    if (!this.#indices.has(segment)) {
      const index = this.#free.pop() ?? this.#entries.length;
      this.#entries[index] = { segment, live: 0 };
      this.#indices.set(segment, index);
      this.#size += segment.bytes.length;
    }
    const address = this.addressOf(place);
    this.#count(this.#entryOf(address), aligned(lengthOf(place)));
    if (this.#open !== this.#arena.open) {
      const closed = this.#open;
      this.#open = this.#arena.open;
      this.#dropIfEmpty(closed); // this segment was open until now, so it could not be dropped before
    }
    return address;
  }

  /** Removes a record from the table. A segment without records is dropped. */
  release(address: number): void {
    const entry = this.#entryOf(address);
    this.#count(entry, -aligned(lengthOf(placeIn(entry, address))));
    this.#dropIfEmpty(entry.segment);
  }

  /**
   * Returns the next segment to compact. Returns `undefined` if the segments together have few unused bytes:
   * at most an eighth of the used bytes, plus the size of two segments. At least a ninth of the returned
   * segment is unused. So at most eight bytes are copied to free one byte.
   *
   * The returned segment still contains records. The segment is dropped when the caller has moved its last
   * record.
   */
  next(): Segment | undefined {
    const size = segmentSize(this.#live);
    if (this.dead <= this.#live / 8 + 2 * size) return undefined;
    for (let left = this.#entries.length; left > 0; left -= 1) {
      this.#lastCompacted = (this.#lastCompacted + 1) % this.#entries.length;
      const entry = this.#entries[this.#lastCompacted];
      if (entry === undefined) continue;
      const { length } = entry.segment.bytes;
      const isOpen = entry.segment === this.#arena.open;
      if ((isOpen && length <= size) || length - entry.live < length / 9) continue;
      if (isOpen) this.#arena.close();
      if (entry.live > 0) return entry.segment;
      this.#dropIfEmpty(entry.segment);
      return this.next();
    }
    return undefined;
  }

  #dropIfEmpty(segment: Segment | undefined): void {
    const index = segment === undefined ? undefined : this.#indices.get(segment);
    if (segment === undefined || index === undefined) return;
    if (segment === this.#arena.open || (this.#entries[index]?.live ?? 0) > 0) return;
    this.#entries[index] = undefined;
    this.#indices.delete(segment);
    this.#free.push(index);
    this.#size -= segment.bytes.length;
  }

  #entryOf(address: number): Entry {
    const entry = this.#entries[Math.floor(address / unitsPerSegment)];
    if (entry === undefined) throw new RangeError(`there is nothing at ${address}`);
    return entry;
  }

  #count(entry: Entry, bytes: number): void {
    entry.live += bytes;
    this.#live += bytes;
  }
}

interface Entry {
  readonly segment: Segment;
  /** The number of bytes of the current records in the segment. */
  live: number;
}

const placeIn = ({ segment }: Entry, address: number): Place => ({
  segment,
  at: (address % unitsPerSegment) * 8,
});

/** The size of the largest segment that several records share, in units of 8 bytes. */
const unitsPerSegment = 131_072;
