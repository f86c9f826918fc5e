import { elapsed } from './elapsed.ts';
import { yieldToEventLoop } from './yield.ts';

/**
 * What the slices of everything that runs in this process share: 20 ms of each turn of the event loop (PF9). A slice of one
 * informer has 5 ms; the slices of a hundred informers would follow each other in one turn, half a second long. One that comes when the turn is over waits for a later turn, the one that has waited longest first.
 */
class EventLoopTurn {
  #spent = 0;
  #depth = 0;
  #begun = 0;
  readonly #waiting = new Set<() => void>();
  /** The `setTimeout` of those timers that begin the next turn; `undefined` where nothing has asked for it. */
  #askedBy: unknown;

  /** Whether a slice has to wait for a later turn. @param now - ms */
  isOver(now: number): boolean {
    return (this.#spent >= milliseconds || this.#waiting.size > 0) && isReal(now);
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
    this.#ask();
  }

  /** Calls back in a later turn, after all that waits already. @returns cancels */
  wait(callback: () => void): () => void {
    let cancel = yieldToEventLoop(() => {
      if (this.#spent < milliseconds && this.#waiting.size === 0) {
        callback();
        return;
      }
      const goOn = (): void => callback(); // a set has the same callback once
      this.#waiting.add(goOn);
      this.#ask();
      cancel = () => this.#waiting.delete(goOn);
    });
    return () => cancel();
  }

  /** Fake timers that are taken away take with them what has been asked of them. */
  #ask(): void {
    const { setTimeout: timers } = globalThis;
    if (this.#askedBy === timers) return;
    this.#askedBy = timers;
    yieldToEventLoop(() => this.#turn());
  }

  #turn(): void {
    this.#askedBy = undefined;
    this.#spent = 0;
    try {
      for (const callback of this.#waiting) {
        this.#waiting.delete(callback);
        callback();
        if (this.#spent >= milliseconds) break;
      }
    } finally {
      if (this.#waiting.size > 0) this.#ask();
    }
  }
}

/** Of four slices: a handful of informers need not wait for each other. */
const milliseconds = 20;
/** In virtual time nothing waits for the event loop. */
const isReal = (now: number): boolean => elapsed(Date.now(), now) < 1_000;

/** One for all: there is one event loop. */
export const eventLoopTurn: EventLoopTurn = new EventLoopTurn();
