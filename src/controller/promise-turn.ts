import { yieldToEventLoop } from '../scheduling/index.ts';

/**
 * Limits the time of runs with promises in one turn of the event loop. The work after an `await` is a microtask, so runs that start
 * one another would block timers, input and output (PF9). Virtual time does not matter here, because promises do not run in it.
 */
export class PromiseTurn {
  #beganAt: number | undefined;
  #cancel: () => void = () => undefined;

  /** Notes that a run with a promise has started in this turn. */
  begin(): void {
    if (this.#beganAt !== undefined) return;
    this.#beganAt = performance.now();
    this.#cancel = yieldToEventLoop(() => {
      this.#beganAt = undefined;
    });
  }

  /** Whether the next run has to wait for the next turn. */
  get isOver(): boolean {
    return this.#beganAt !== undefined && performance.now() - this.#beganAt >= turnMilliseconds;
  }

  /** Stops waiting for the end of the turn. */
  end(): void {
    this.#cancel();
    this.#beganAt = undefined;
  }
}

/** The longest time of the runs in one turn, in ms. The limit of a slice is the same. */
const turnMilliseconds = 5;
