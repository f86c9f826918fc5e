import { aligned, type Arena, type Place, type Segment, segmentSize } from './arena.ts';
import { lengthOf } from './record.ts';

/**
 * The segments of one map, and how much of each is still needed. A place in them is one number, for a number costs the
 * heap nothing: the index of the segment, and where in it, in eights.
 */
export class SegmentTable {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #indices = new Map<Segment, number>();
  readonly #free: number[] = [];
  readonly #arena: Arena;
  #open: Segment | undefined;
  #size = 0;
  #live = 0;
  #hand = 0;

  /** @param arena - whose open segment does not go, empty as it may be */
  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** Bytes that are needed. */
  get live(): number {
    return this.#live;
  }

  /** Bytes that are not: of records that have gone, and at the ends of segments. */
  get dead(): number {
    return this.#size - this.#live;
  }

  /** @throws RangeError for an address that was released */
  placeOf(address: number): Place {
    return placeIn(this.#entryOf(address), address);
  }

  /** The address of a place; one that no record has, when its segment is not here. */
  addressOf({ segment, at }: Place): number {
    const index = this.#indices.get(segment);
    return index === undefined ? -1 : index * eights + at / 8;
  }

  /** Counts a record in, and its segment if it is new here. */
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
      this.#dropIfEmpty(closed); // it was spared only while records went to it
    }
    return address;
  }

  /** Counts a record out; a segment that nothing needs any more goes. */
  release(address: number): void {
    const entry = this.#entryOf(address);
    this.#count(entry, -aligned(lengthOf(placeIn(entry, address))));
    this.#dropIfEmpty(entry.segment);
  }

  /**
   * The next segment to be emptied, while more than an eighth of what there is is dead: one of which a ninth is, which
   * there must be. So to win a byte back no more than eight are copied, in whatever order is written. It always has
   * something in it, so that whoever empties it makes it go.
   */
  next(): Segment | undefined {
    const size = segmentSize(this.#live);
    if (this.dead <= this.#live / 8 + 2 * size) return undefined;
    for (let left = this.#entries.length; left > 0; left -= 1) {
      this.#hand = (this.#hand + 1) % this.#entries.length;
      const entry = this.#entries[this.#hand];
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
    const entry = this.#entries[Math.floor(address / eights)];
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
  /** Bytes of it that are needed. */
  live: number;
}

const placeIn = ({ segment }: Entry, address: number): Place => ({ segment, at: (address % eights) * 8 });

/** In the largest segment that is shared. */
const eights = 131_072;
