import { heapBytes } from './heap-bytes.ts';
import { LogReaders } from './log-readers.ts';
import type { StorageEvent } from './storage-event.ts';

/** An event, and what it keeps in memory that would be gone without it. */
interface Kept {
  readonly event: StorageEvent;
  readonly bytes: number;
}

/**
 * The last writes to one collection, in order. Readers hold a position of their own, so a write costs the same however
 * many there are, and a slow one costs no memory: it falls off the end.
 */
export class EventLog {
  /** Those that want to know when they are lost, though no write concerns them. */
  readonly readers: LogReaders = new LogReaders();
  readonly #size: number;
  /** `undefined` for those that are dropped. */
  #events: (Kept | undefined)[] = [];
  /** Position of `#events[0]`. */
  #base = 0;
  /** Position of the oldest event that is kept; the places before it in the array are cut off now and then. */
  #first = 0;
  #floor = 0;
  #bytes = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The oldest revision after which the history is whole. */
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

  /** What the events keep in memory, about. */
  get bytes(): number {
    return this.#bytes;
  }

  append(event: StorageEvent): void {
    if (this.length >= this.#size) this.dropOldest();
    const bytes = heapBytes(event.previous);
    this.#events.push({ event, bytes });
    this.#bytes += bytes;
  }

  /** Forgets the oldest event; readers that have not come to it are lost. */
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

  /** Who asks for what lies before `revision` comes too late; readers that are under way go on. */
  compact(revision: number): void {
    this.#floor = Math.max(this.#floor, revision);
  }

  /** The event at a position; `'lost'` when it is not kept any more, `undefined` when there is none yet. */
  read(position: number): StorageEvent | 'lost' | undefined {
    return position < this.#first ? 'lost' : this.#events[position - this.#base]?.event;
  }

  /** The position of the first event after `revision`, which must not be below the floor. */
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

  /** From a position to the end; what was dropped meanwhile is left out. */
  *from(position: number): Generator<StorageEvent> {
    for (let at = Math.max(position, this.#first); at < this.end; at++) {
      const kept = this.#events[at - this.#base];
      if (kept !== undefined) yield kept.event;
    }
  }

  /** What came after `revision`, oldest first. */
  after(revision: number): Generator<StorageEvent> {
    return this.from(this.positionAfter(revision));
  }
}
