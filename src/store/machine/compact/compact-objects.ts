import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { ObjectMap } from '../object-codec.ts';
import { aligned, Arena, type Place, type Segment } from './arena.ts';
import { EncodedObject } from './encoded-object.ts';
import { bytesOf, keyAt, lengthOf, pack, RecordWriter } from './record.ts';
import { SegmentTable } from './segment-table.ts';

/**
 * A map of objects by key. The map keeps the objects as bytes outside the heap. The heap contains only the
 * key and a number for each object. An object that JSON cannot represent stays on the heap. Each write is
 * O(1), including the copies that the compaction makes.
 */
export class CompactObjects<T extends KubeObject> implements ObjectMap<T> {
  readonly #addresses = new Map<ObjectKey, number>();
  readonly #plain = new Map<ObjectKey, T>();
  readonly #arena = new Arena();
  readonly #table = new SegmentTable(this.#arena);
  readonly #writer = new RecordWriter();

  get size(): number {
    return this.#addresses.size;
  }

  /** The number of bytes of the current objects, and the number of unused bytes between them. */
  get bytes(): { readonly live: number; readonly dead: number } {
    return { live: this.#table.live, dead: this.#table.dead };
  }

  get(key: ObjectKey): T | undefined {
    const address = this.#addresses.get(key);
    return address === undefined ? undefined : this.#stored(key, address);
  }

  has(key: ObjectKey): boolean {
    return this.#addresses.has(key);
  }

  /**
   * Stores an object. The bytes of an encoded object are used without a copy, and any other object is
   * encoded. An encoded object is part of a list, and the next objects of that list can be in the same
   * segment. So call `tidy` only after the last object of the list.
   */
  set(key: ObjectKey, object: T): this {
    const place =
      object instanceof EncodedObject
        ? object
        : pack(this.#writer, this.#arena, this.#table.live, key, object);
    const old = this.#addresses.get(key);
    if (place === undefined) this.#plain.set(key, object);
    else this.#plain.delete(key);
    this.#addresses.set(key, place === undefined ? PLAIN : this.#table.adopt(place));
    if (old !== undefined && old !== PLAIN) this.#table.release(old);
    if (!(object instanceof EncodedObject)) this.#settle();
    return this;
  }

  delete(key: ObjectKey): boolean {
    const old = this.#addresses.get(key);
    if (old === undefined) return false;
    this.#addresses.delete(key);
    this.#plain.delete(key);
    if (old !== PLAIN) this.#table.release(old);
    this.#settle();
    return true;
  }

  keys(): Iterable<ObjectKey> {
    return this.#addresses.keys();
  }

  *values(): Iterable<T> {
    for (const [key, address] of this.#addresses) yield this.#stored(key, address);
  }

  *[Symbol.iterator](): Iterator<[ObjectKey, T]> {
    for (const [key, address] of this.#addresses) yield [key, this.#stored(key, address)];
  }

  /**
   * Compacts one segment in each step. A step takes about 0.1 ms. The generator ends when
   * {@link SegmentTable.next} returns no segment.
   */
  *tidy(): Generator<void, void, void> {
    for (let segment = this.#table.next(); segment !== undefined; segment = this.#table.next()) {
      this.#evacuate(segment);
      yield;
    }
  }

  #stored(key: ObjectKey, address: number): T {
    const plain = this.#plain.get(key);
    if (plain !== undefined) return plain;
    return new EncodedObject<T>(key, this.#table.placeOf(address)).asObject();
  }

  #settle(): void {
    for (let segment = this.#table.next(); segment !== undefined; segment = this.#table.next()) {
      this.#evacuate(segment);
    }
  }

  #evacuate(segment: Segment): void {
    let place: Place;
    for (let at = 0; at < segment.used; at += aligned(lengthOf(place))) {
      place = { segment, at };
      const key = keyAt(place);
      const address = this.#addresses.get(key);
      if (address === undefined || address === PLAIN || address !== this.#table.addressOf(place)) continue;
      const moved = this.#arena.append(bytesOf(place), this.#table.live);
      this.#addresses.set(key, this.#table.adopt(moved));
      this.#table.release(address);
    }
  }
}

/** The number that is stored instead of a memory address, if the object itself stays on the heap. */
const PLAIN = -1;
