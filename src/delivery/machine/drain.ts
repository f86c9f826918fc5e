import type { Change } from '../../store/index.ts';
import { type ChangeBuffer, isInitial } from './change-buffer.ts';
import { type SliceClock } from '../../scheduling/index.ts';

/** Takes one change in hand. @returns what to wait for before the next one, if anything; never throws */
export type Handle<T, Wait> = (change: Change<T>) => Wait | undefined;

/** Hears how many changes of the first list, or of what a latecomer found, wait or are in hand. */
export type InitialListener = (left: number) => void;

/** Where a drain hands out what has been handled; a Subscriber is one. */
export interface Outlet<T> {
  /** Nobody wants any more, so nothing more may be taken in hand. */
  readonly closed: boolean;
  next(change: T): void;
}

/** What a drain needs of whoever drives it. */
export interface DrainOptions<T, Wait> {
  readonly buffer: ChangeBuffer<T>;
  readonly clock: Pick<SliceClock, 'begin' | 'step' | 'end'>;
  readonly handle: Handle<T, Wait>;
  readonly onInitial: InitialListener | undefined;
  /** A slice is over. */
  readonly onSlice: () => void;
}

/** How a buffer empties: in slices, one change in hand at a time. */
export class Drain<T, Wait> {
  readonly #options: DrainOptions<T, Wait>;
  #held: { readonly change: Change<T>; readonly wait: Wait } | undefined;
  #allowed = 0;
  #initial = 0;

  constructor(options: DrainOptions<T, Wait>) {
    this.#options = options;
  }

  push(batch: readonly Change<T>[], now: number): void {
    this.#options.buffer.push(batch, now);
    this.#tellInitial();
  }

  /** So many may go. */
  allow(count: number): void {
    this.#allowed = count;
  }

  /** Whether nothing waits; something may be in hand. */
  get isEmpty(): boolean {
    return this.#options.buffer.pending === 0;
  }

  /** Whether anything waits that may go. */
  get hasMore(): boolean {
    return this.#allowed > 0 && this.#options.buffer.pending > 0;
  }

  /** What has to complete before the next slice: the change in hand is not handled yet. */
  get wait(): Wait | undefined {
    return this.#held?.wait;
  }

  /**
   * Hands out what has been handled, until the slice is over, a change has to be waited for, or the outlet closes.
   *
   * @param isUnheard - nothing is handed out
   */
  slice(outlet: Outlet<Change<T>>, isUnheard = false): void {
    const { buffer, clock, handle, onSlice } = this.#options;
    clock.begin();
    const held = this.#held;
    if (held !== undefined) {
      this.#held = undefined;
      this.#tellInitial();
      if (!isUnheard) outlet.next(held.change);
      if (outlet.closed) return;
    } else if (this.#allowed === 0) return;

    while (this.#allowed > 0) {
      const change = buffer.shift();
      if (change === undefined) break;
      this.#allowed -= 1;
      const wait = handle(change);
      if (wait !== undefined) {
        this.#held = { change, wait };
        clock.step(); // the call itself took its time
        break;
      }
      this.#tellInitial();
      if (!isUnheard) outlet.next(change);
      const isOver = clock.step();
      if (outlet.closed) return;
      if (isOver) break;
    }
    clock.end();
    onSlice();
  }

  #tellInitial(): void {
    const { buffer, onInitial } = this.#options;
    if (onInitial === undefined) return;
    const left = buffer.initial + (this.#held !== undefined && isInitial(this.#held.change) ? 1 : 0);
    if (left === this.#initial) return;
    this.#initial = left;
    onInitial(left);
  }
}
