import { heapBytes } from './heap-bytes.ts';
import { LogReaders } from './log-readers.ts';
import type { StorageEvent } from './storage-event.ts';

/** A stored event, and the number of bytes that stay in memory only because of the event. */
interface Kept {
  readonly event: StorageEvent;
  readonly bytes: number;
}

/**
 * The last writes to one collection, in order. The position of an event is the number of earlier events of the
 * collection. Each reader, such as a watch, stores only the position of its next event. So the cost of a write does not
 * depend on the number of readers. A slow reader uses no memory, because the log drops old events even if a reader has
 * not read them.
 */
export class EventLog {
  /**
   * The readers of the log. When the log drops an event, the log calls `expire` of each reader that has not read the
   * event, even if the reader does not need the event.
   */
  readonly readers: LogReaders = new LogReaders();
  readonly #size: number;
  /** The events of the log. An array element is `undefined` if the log has dropped the event. */
  #events: (Kept | undefined)[] = [];
  /** The position of the event in `#events[0]`. */
  #base = 0;
  /**
   * The position of the oldest event that the log still has. The array elements before this position are `undefined`.
   * The log removes these elements in groups.
   */
  #first = 0;
  #floor = 0;
  #bytes = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The oldest revision after which the log still has every event. */
  get floor(): number {
    return this.#floor;
  }

  /** The position that the next appended event will have. */
  get end(): number {
    return this.#base + this.#events.length;
  }

  get length(): number {
    return this.end - this.#first;
  }

  /** The approximate number of bytes that stay in memory only because of the events in the log. */
  get bytes(): number {
    return this.#bytes;
  }

  append(event: StorageEvent): void {
    if (this.length >= this.#size) this.dropOldest();
    const bytes = heapBytes(event.previous);
    this.#events.push({ event, bytes });
    this.#bytes += bytes;
  }

  /** Drops the oldest event of the log. A reader that has not read this event cannot continue. */
  dropOldest(): void {
    const at = this.#first - this.#base;
    const dropped = this.#events[at];
    if (dropped === undefined) return;
    this.#events[at] = undefined;
    this.#bytes -= dropped.bytes;
    this.#first++;
    this.#floor = Math.max(this.#floor, dropped.event.revision);
    if (this.#first - this.#base > this.#size) {
      this.#events = this.#events.slice(this.#first - this.#base);
      this.#base = this.#first;
    }
    this.readers.dropped(this.#first - 1);
  }

  /**
   * Raises `floor` to `revision`. `floor` is the oldest revision from which a reader can start. Readers that have
   * already started can continue, because their events stay in the log.
   */
  compact(revision: number): void {
    this.#floor = Math.max(this.#floor, revision);
  }

  /**
   * Returns the event at a position. Returns `'lost'` if the log has dropped the event. Returns `undefined` if the
   * event does not exist yet.
   */
  read(position: number): StorageEvent | 'lost' | undefined {
    return position < this.#first ? 'lost' : this.#events[position - this.#base]?.event;
  }

  /**
   * Returns the position of the first event after a revision. The log must still contain all later events, so
   * `revision` may not be lower than `floor`.
   */
  positionAfter(revision: number): number {
    let low = this.#first;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle - this.#base]?.event.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Yields the events from a position to the end of the log. If the log drops an event during the iteration, the event
   * is skipped.
   */
  *from(position: number): Generator<StorageEvent> {
    for (let at = Math.max(position, this.#first); at < this.end; at++) {
      const kept = this.#events[at - this.#base];
      if (kept !== undefined) yield kept.event;
    }
  }

  after(revision: number): Generator<StorageEvent> {
    return this.from(this.positionAfter(revision));
  }
}
