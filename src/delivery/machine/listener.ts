import type { Change } from '../../store/index.ts';
import { type ChangeBuffer, isInitial } from './change-buffer.ts';
import type { ListenerClock } from './listener-scheduler.ts';

/**
 * Handles one change, and may not throw. Returns `undefined`, or the work that has to complete before the
 * next change.
 */
export type Handle<T, Wait> = (change: Change<T>) => Wait | undefined;

export interface ListenerOptions<T, Wait> {
  readonly buffer: ChangeBuffer<T>;
  readonly clock: ListenerClock;
  /** Schedules `run` after the listeners that are already scheduled. */
  readonly schedule: (run: () => void) => void;
  /**
   * A callback with which the listener asks for permission to emit. A call of `Listener.request` gives the
   * permission. If `demand` is `undefined`, the listener can emit at any time.
   */
  readonly demand: (() => void) | undefined;
  readonly handle: Handle<T, Wait> | undefined;
  readonly waitFor: (wait: Wait) => void;
  /** The receiver of each handled change, for example an RxJS `Subscriber`. */
  readonly outlet: { readonly closed: boolean; next(change: Change<T>): void; error(error: unknown): void };
  readonly discardOutput: boolean | undefined;
  /**
   * Called with the number of initial changes that still wait for the handler, each time this number has
   * changed.
   */
  readonly onInitialPending: ((count: number) => void) | undefined;
  readonly onSlice: () => void;
}

/**
 * Passes the changes in the buffer of one subscriber to its handler, in time slices of 5 ms. At most one
 * change at a time is being handled.
 */
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
    // A listener that has ended ignores new batches. If the source starts again, the source has new
    // listeners.
    if (this.#end !== undefined) return;
    try {
      buffer.push(batch, now);
    } catch (error) {
      outlet.error(error);
      return;
    }
    this.#countInitial();
    if (this.#isIdle && !outlet.closed && buffer.pending > 0) this.#proceed();
  }

  /** Allows the listener to emit the changes that are currently in the buffer. */
  request(): void {
    this.#requested = this.#options.buffer.pending;
    this.resume();
  }

  resume(): void {
    this.#options.schedule(this.#run);
  }

  /**
   * Ends the input of the listener.
   *
   * @param notify - called when the buffer is empty
   */
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
   * Handles and emits changes until the time slice is over, the handler returns a promise or an Observable,
   * or the subscriber unsubscribes.
   *
   * @returns whether the subscriber is still subscribed
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
        clock.step(); // count the time of the handler call for the time slice
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
