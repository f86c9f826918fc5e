import { heapBytes } from './heap-bytes.ts';
import { LogReaders } from './log-readers.ts';
import type { StorageEvent } from './storage-event.ts';

/** An event, and the size of the memory that only the event keeps in use. */
interface Kept {
  readonly event: StorageEvent;
  readonly bytes: number;
}

/**
 * The last writes to one collection, in order. Each reader has its own position, so the cost of a write does not depend
 * on the number of readers. A slow reader needs no memory: the log drops events that it has not read.
 */
export class EventLog {
  /**
   * The readers that must be notified when the log drops an event that they have not read, even if no write concerns
   * them.
   */
  readonly readers: LogReaders = new LogReaders();
  readonly #size: number;
  /** The events; `undefined` for dropped events. */
  #events: (Kept | undefined)[] = [];
  /** The position of `#events[0]`. */
  #base = 0;
  /** The position of the oldest event that is kept. The array elements before it are removed from time to time. */
  #first = 0;
  #floor = 0;
  #bytes = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The oldest revision after which the history is complete. */
  get floor(): number {
    return this.#floor;
  }

  /** The position after the newest event. */
  get end(): number {
    return this.#base + this.#events.length;
  }

  /** The number of events that are kept. */
  get length(): number {
    return this.end - this.#first;
  }

  /** The approximate number of bytes that the events keep in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  append(event: StorageEvent): void {
    if (this.length >= this.#size) this.dropOldest();
    const bytes = heapBytes(event.previous);
    this.#events.push({ event, bytes });
    this.#bytes += bytes;
  }

  /** Drops the oldest event. Readers that have not read it are lost. */
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

  /** Raises the floor to `revision`: a request for an earlier revision fails. Active readers continue. */
  compact(revision: number): void {
    this.#floor = Math.max(this.#floor, revision);
  }

  /** Returns the event at a position; `'lost'` if the log has dropped it, `undefined` if it does not exist yet. */
  read(position: number): StorageEvent | 'lost' | undefined {
    return position < this.#first ? 'lost' : this.#events[position - this.#base]?.event;
  }

  /** Returns the position of the first event after `revision`. The revision must not be below the floor. */
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

  /** Yields the events from a position to the end. Leaves out events that the log drops meanwhile. */
  *from(position: number): Generator<StorageEvent> {
    for (let at = Math.max(position, this.#first); at < this.end; at++) {
      const kept = this.#events[at - this.#base];
      if (kept !== undefined) yield kept.event;
    }
  }

  /** Yields the events after `revision`, oldest first. */
  after(revision: number): Generator<StorageEvent> {
    return this.from(this.positionAfter(revision));
  }
}
