import type { Change, SliceClock } from '../../store/index.ts';
import { type ChangeBuffer, isInitial } from './change-buffer.ts';

/** Takes one change in hand. @returns what to wait for before the next one, if anything; never throws */
export type Handle<T, Wait> = (change: Change<T>) => Wait | undefined;

/** Hears how many changes of the first list, or of what a latecomer found, wait or are in hand. */
export type InitialListener = (left: number) => void;

/** How a buffer empties: in slices, one change in hand at a time. */
export class Drain<T, Wait> {
  /** What the last slice ended with: a change that is not handled yet. */
  held: { readonly change: Change<T>; readonly wait: Wait } | undefined;

  readonly #buffer: ChangeBuffer<T>;
  readonly #clock: SliceClock;
  readonly #handle: Handle<T, Wait>;
  readonly #onInitial: InitialListener | undefined;
  #allowed = 0;
  #initial = 0;

  constructor(
    buffer: ChangeBuffer<T>,
    clock: SliceClock,
    handle: Handle<T, Wait>,
    onInitial: InitialListener | undefined,
  ) {
    this.#buffer = buffer;
    this.#clock = clock;
    this.#handle = handle;
    this.#onInitial = onInitial;
  }

  push(batch: readonly Change<T>[], now: number): void {
    this.#buffer.push(batch, now);
    this.#tellInitial();
  }

  /** So many may go. */
  allow(count: number): void {
    this.#allowed = count;
  }

  /** Whether anything waits that may go. */
  get hasMore(): boolean {
    return this.#allowed > 0 && this.#buffer.pending > 0;
  }

  /** Hands out what has been handled, until the slice is over or a change has to be waited for. */
  *slice(): Generator<Change<T>, void, void> {
    this.#clock.begin();
    while (this.#allowed > 0) {
      const change = this.#buffer.shift();
      if (change === undefined) return;
      this.#allowed -= 1;
      const wait = this.#handle(change);
      if (wait !== undefined) {
        this.held = { change, wait };
        return;
      }
      this.#tellInitial();
      yield change;
      if (this.#clock.step()) return;
    }
  }

  /** The change in hand has been handled. */
  handled(): void {
    this.held = undefined;
    this.#tellInitial();
  }

  #tellInitial(): void {
    if (this.#onInitial === undefined) return;
    const { held } = this;
    const left = this.#buffer.initial + (held !== undefined && isInitial(held.change) ? 1 : 0);
    if (left === this.#initial) return;
    this.#initial = left;
    this.#onInitial(left);
  }
}
