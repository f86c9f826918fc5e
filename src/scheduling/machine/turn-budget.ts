import { elapsed } from './slice-clock.ts';

/**
 * Limits all slices of the process together to 20 ms in one turn of the event loop (PF9). `slice-clock.ts`
 * limits one slice to 5 ms. Without this class, the slices of a hundred informers would run in one turn of
 * half a second. A slice above the limit waits for a later turn. Waiting slices run in the order in which
 * they began to wait.
 */
export class TurnBudget {
  readonly #yieldToEventLoop: (callback: () => void) => () => void;
  #spent = 0;
  #depth = 0;
  #begun = 0;
  readonly #waiting = new Set<() => void>();
  /** When the next turn of the event loop was requested. `undefined` if no request is open. */
  #requested: { readonly at: number } | undefined;

  /**
   * @param yieldToEventLoop - calls its argument in the next turn of the event loop; returns a function that
   * cancels the call
   */
  constructor(yieldToEventLoop: (callback: () => void) => () => void) {
    this.#yieldToEventLoop = yieldToEventLoop;
  }

  /**
   * Returns whether a slice has to wait for a later turn of the event loop. In virtual time the result is
   * always false. The result is also false while the next turn does not come, because fake timers may
   * suppress the turn.
   *
   * @param now - in ms
   */
  isOver(now: number): boolean {
    if (this.#spent < turnMilliseconds && this.#waiting.size === 0) return false;
    return isReal(now) && elapsed(this.#requested?.at ?? now, now) < lostAfter;
  }

  /**
   * Begins a slice. A nested slice counts as part of the outer slice.
   *
   * @param now - in ms, from the same clock as the time of `end`
   */
  begin(now: number): void {
    if (this.#depth++ === 0) this.#begun = now;
  }

  end(now: number): void {
    if (--this.#depth > 0) return;
    const took = elapsed(this.#begun, now);
    if (took === 0 || !isReal(now)) return;
    this.#spent += took;
    this.#request();
  }

  /**
   * Calls `callback` in a later turn of the event loop, after the callbacks that already wait.
   *
   * @returns a function that cancels the call
   */
  wait(callback: () => void): () => void {
    const requested = this.#requested;
    let cancel = this.#yieldToEventLoop(() => {
      // Requests for a turn run in their order. If an earlier request is still open here, it will never run,
      // because fake timers have removed it.
      if (requested !== undefined && requested === this.#requested) this.#requested = undefined;
      if (this.#spent < turnMilliseconds && this.#waiting.size === 0) {
        callback();
        return;
      }
      // A new function is necessary, because a Set would store a repeated callback only once.
      const resume = (): void => callback();
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
    this.#yieldToEventLoop(() => {
      // A turn that counted as lost can still come late. Then `#requested` is already another request, and
      // this turn is ignored.
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
        if (this.#spent >= turnMilliseconds) break;
      }
    } finally {
      if (this.#waiting.size > 0) this.#request();
    }
  }
}

/**
 * The maximum time of all slices in one turn, in ms. The maximum is four slices, so that a few informers do
 * not wait for each other.
 */
const turnMilliseconds = 20;
/**
 * The maximum age of a request for a turn of the event loop, in ms. An older request counts as lost, because
 * fake timers can suppress it.
 */
const lostAfter = 1_000;

/**
 * Returns whether a time is of the system clock. Virtual time differs from the system clock by far more than
 * `lostAfter`.
 */
const isReal = (now: number): boolean => elapsed(Date.now(), now) < lostAfter;
