import type { Change } from '../../store/index.ts';
import { type ChangeBuffer, isInitial } from './change-buffer.ts';
import type { ListenerClock } from './listener-scheduler.ts';

/** Handles one change. @returns what has to complete before the next change, if anything; never throws */
export type Handle<T, Wait> = (change: Change<T>) => Wait | undefined;

/** What a listener needs. */
export interface ListenerOptions<T, Wait> {
  readonly buffer: ChangeBuffer<T>;
  readonly clock: ListenerClock;
  /** Calls back once, when it is this listener's turn. */
  readonly schedule: (run: () => void) => void;
  /** Calls `request` once changes may go; absent: all may, always. */
  readonly demand: (() => void) | undefined;
  readonly handle: Handle<T, Wait> | undefined;
  /** Calls `resume` once that has completed. */
  readonly waitFor: (wait: Wait) => void;
  /** Gets what has been handled; a Subscriber is one. */
  readonly outlet: { readonly closed: boolean; next(change: Change<T>): void; error(error: unknown): void };
  /** Emits nothing: only that the changes are handled is wanted. */
  readonly discardOutput: boolean | undefined;
  /** Called with the number of changes of the first list, or of what a late subscriber found, that wait or are in flight. */
  readonly onInitialPending: ((count: number) => void) | undefined;
  readonly onSlice: () => void;
}

/** One subscriber's buffer and how it empties: in slices, one change in flight at a time. */
export class Listener<T, Wait> {
  readonly #options: ListenerOptions<T, Wait>;
  #inFlight: { readonly change: Change<T>; readonly wait: Wait } | undefined;
  #requested = 0;
  #initialPending = 0;
  #isIdle = true;
  #end: (() => void) | undefined;

  constructor(options: ListenerOptions<T, Wait>) {
    this.#options = options;
  }

  push(batch: readonly Change<T>[], now: number): void {
    const { buffer, outlet } = this.#options;
    // A source that has begun again after its end has other listeners.
    if (this.#end !== undefined) return;
    try {
      buffer.push(batch, now);
    } catch (error) {
      outlet.error(error);
      return;
    }
    this.#countInitial();
    if (this.#isIdle && buffer.pending > 0) this.#proceed();
  }

  /** What waits now may go. */
  request(): void {
    this.#requested = this.#options.buffer.pending;
    this.resume();
  }

  /** The change in flight has been handled. */
  resume(): void {
    this.#options.schedule(this.#run);
  }

  /** Nothing more comes. @param notify - called after all that waits */
  end(notify: () => void): void {
    this.#end = notify;
    if (this.#isIdle) notify();
  }

  #proceed(): void {
    const { demand } = this.#options;
    this.#isIdle = false;
    if (demand === undefined) this.#requested = Infinity;
    if (this.#requested > 0) this.resume();
    else demand?.();
  }

  readonly #run = (): void => {
    const { buffer, outlet, waitFor } = this.#options;
    if (outlet.closed) return;
    try {
      if (!this.#slice()) return;
    } catch (error) {
      outlet.error(error);
      return;
    }
    if (this.#inFlight !== undefined) waitFor(this.#inFlight.wait);
    else if (buffer.pending > 0) this.#proceed();
    else {
      this.#requested = 0;
      this.#isIdle = true;
      this.#end?.();
    }
  };

  /**
   * Emits what has been handled, until the slice is over, a change has to be waited for, or the outlet closes.
   *
   * @returns whether the outlet is open
   */
  #slice(): boolean {
    const { buffer, clock, handle, outlet, discardOutput, onSlice } = this.#options;
    clock.shortenStride();
    const handled = this.#inFlight;
    if (handled !== undefined) {
      this.#inFlight = undefined;
      this.#countInitial();
      if (discardOutput !== true) outlet.next(handled.change);
    }

    while (!outlet.closed && this.#requested > 0) {
      const change = buffer.shift();
      if (change === undefined) break;
      this.#requested -= 1;
      const wait = handle?.(change);
      if (wait !== undefined) {
        this.#inFlight = { change, wait };
        clock.step(); // the call itself took its time
        break;
      }
      this.#countInitial();
      if (discardOutput !== true) outlet.next(change);
      if (clock.step()) break;
    }
    if (outlet.closed) return false;
    onSlice();
    return true;
  }

  #countInitial(): void {
    const { buffer, onInitialPending } = this.#options;
    if (onInitialPending === undefined) return;
    const isOneInFlight = this.#inFlight !== undefined && isInitial(this.#inFlight.change);
    const count = buffer.initial + (isOneInFlight ? 1 : 0);
    if (count === this.#initialPending) return;
    this.#initialPending = count;
    onInitialPending(count);
  }
}
