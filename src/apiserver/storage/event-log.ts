import type { StorageEvent } from './storage-event.ts';

/**
 * The last writes to one collection, in order. Readers hold a position of their own, so a write costs the same however
 * many there are, and a slow one costs no memory: it falls off the end.
 */
export class EventLog {
  readonly #size: number;
  #events: StorageEvent[] = [];
  /** Position of `#events[0]`. */
  #base = 0;
  /** Position of the oldest event that is kept; what stands before it in the array is garbage, cut off now and then. */
  #first = 0;
  #floor = 0;

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

  append(event: StorageEvent): void {
    this.#events.push(event);
    if (this.end - this.#first <= this.#size) return;

    const dropped = this.#events[this.#first - this.#base];
    this.#first++;
    this.#floor = Math.max(this.#floor, dropped?.revision ?? 0);
    if (this.#first - this.#base > this.#size) {
      this.#events = this.#events.slice(this.#first - this.#base);
      this.#base = this.#first;
    }
  }

  /** Who asks for what lies before `revision` comes too late; readers that are under way go on. */
  compact(revision: number): void {
    this.#floor = Math.max(this.#floor, revision);
  }

  /** The event at a position; `'lost'` when it is not kept any more, `undefined` when there is none yet. */
  read(position: number): StorageEvent | 'lost' | undefined {
    return position < this.#first ? 'lost' : this.#events[position - this.#base];
  }

  /** The position of the first event after `revision`, which must not be below the floor. */
  positionAfter(revision: number): number {
    let low = this.#first;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle - this.#base]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** From a position to the end; what was dropped meanwhile is left out. */
  *from(position: number): Generator<StorageEvent> {
    for (let at = Math.max(position, this.#first); at < this.end; at++) {
      const event = this.#events[at - this.#base];
      if (event !== undefined) yield event;
    }
  }

  /** What came after `revision`, oldest first. */
  after(revision: number): Generator<StorageEvent> {
    return this.from(this.positionAfter(revision));
  }
}
