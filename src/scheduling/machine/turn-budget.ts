import { elapsed } from './slice-clock.ts';

/**
 * Calls back once timers, input and output have had their turn: between two slices of long work.
 *
 * `setImmediate` where there is one (Node, Deno, Bun: 1 µs), else a message to oneself (browsers, where a timer would
 * cost 4 ms), else a timer. A microtask would not do: nothing else gets in before it (PF9). The means is looked up
 * at each call, so fake timers work. Afterwards, or once cancelled, nothing is left that keeps a process alive.
 *
 * @returns cancels; does nothing afterwards
 *
 * @example
 * ```ts
 * const cancel = yieldToEventLoop(() => nextSlice());
 * ```
 */
export function yieldToEventLoop(callback: () => void): () => void {
  const { setImmediate, clearImmediate, MessageChannel } = globalThis as unknown as Means;
  if (setImmediate !== undefined && clearImmediate !== undefined) {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  }
  if (MessageChannel === undefined) {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }

  // A channel of its own for each call: it is closed at once, so no open port outlives it.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

/** What a runtime may offer; said here because the core knows neither Node's types nor that they are absent. */
interface Means {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (immediate: unknown) => void;
  readonly MessageChannel?: typeof MessageChannel;
}

/**
 * The share of a turn of the event loop that all slices in this process have together: 20 ms (PF9). A slice of one informer has
 * 5 ms; the slices of a hundred informers would follow each other in one turn, half a second long. A slice that comes when the
 * turn is over waits for a later turn, in the order in which the slices came.
 */
class TurnBudget {
  #spent = 0;
  #depth = 0;
  #begun = 0;
  readonly #waiting = new Set<() => void>();
  /** What will begin the next turn; `undefined` where nothing has requested it. */
  #requested: { readonly at: number } | undefined;

  /**
   * Whether a slice has to wait for a later turn. Not in virtual time, and not where the next turn does not come: fake timers may
   * hold it back.
   *
   * @param now - ms
   */
  isOver(now: number): boolean {
    if (this.#spent < milliseconds && this.#waiting.size === 0) return false;
    return isReal(now) && elapsed(this.#requested?.at ?? now, now) < lostAfter;
  }

  /** A slice begins. One within another is part of it. @param now - ms, by the same clock as the end */
  begin(now: number): void {
    if (this.#depth++ === 0) this.#begun = now;
  }

  /** A slice ends. @param now - ms */
  end(now: number): void {
    if (--this.#depth > 0) return;
    const took = elapsed(this.#begun, now);
    if (took === 0 || !isReal(now)) return;
    this.#spent += took;
    this.#request();
  }

  /** Calls back in a later turn, after all that waits already. @returns cancels */
  wait(callback: () => void): () => void {
    const requested = this.#requested;
    let cancel = yieldToEventLoop(() => {
      // An earlier request would have run first. It is still open, so fake timers took it away.
      if (requested !== undefined && requested === this.#requested) this.#requested = undefined;
      if (this.#spent < milliseconds && this.#waiting.size === 0) {
        callback();
        return;
      }
      const resume = (): void => callback(); // a set has the same callback once
      this.#waiting.add(resume);
      this.#request();
      cancel = () => this.#waiting.delete(resume);
    });
    return () => cancel();
  }

  #request(): void {
    if (this.#requested !== undefined && elapsed(this.#requested.at, Date.now()) < lostAfter) return;
    const request = { at: Date.now() };
    this.#requested = request;
    yieldToEventLoop(() => {
      // One that counted as lost was only late, and another has been made.
      if (request === this.#requested) this.#turn();
    });
  }

  #turn(): void {
    this.#requested = undefined;
    this.#spent = 0;
    try {
      for (const callback of this.#waiting) {
        this.#waiting.delete(callback);
        callback();
        if (this.#spent >= milliseconds) break;
      }
    } finally {
      if (this.#waiting.size > 0) this.#request();
    }
  }
}

/** Of four slices: a handful of informers need not wait for each other. */
const milliseconds = 20;
/** A request that has not been answered for so many ms is lost. */
const lostAfter = 1_000;

/** Virtual time is far from that of the system. */
const isReal = (now: number): boolean => elapsed(Date.now(), now) < lostAfter;

/** One for all: there is one event loop. */
export const turnBudget: TurnBudget = new TurnBudget();
