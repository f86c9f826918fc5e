import type { SliceClock } from '../../store/index.ts';

/** What turns need of whoever has schedulers. */
export interface TurnsOptions {
  readonly clock: SliceClock;
  /** To call `turn` once, when the current task is done. */
  readonly afterTask: () => void;
  /** To call `yielded` once, when timers, input and output had their turn. */
  readonly afterEventLoop: () => void;
}

/**
 * Lets those who ask go on, one after another, in the order in which they asked. All share the slices of one clock, so
 * that however many they are, the event loop is free in between (PF9).
 */
export class Turns {
  /** For who goes on: it is timed as an item of the slice of all, so that a turn costs no look at the clock. */
  readonly clock: Pick<SliceClock, 'begin' | 'step' | 'end'>;
  readonly #options: TurnsOptions;
  #asked: (() => void)[] = [];
  #isAwake = false;
  #isTurning = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.clock = { begin: () => undefined, step: () => options.clock.step(), end: () => undefined };
  }

  /** It goes on when its turn comes, once. */
  ask(goOn: () => void): void {
    this.#asked.push(goOn);
    if (!this.#isTurning) this.awake();
  }

  /** There will be a turn. */
  awake(): void {
    this.#wake(this.#options.afterTask);
  }

  /** All who asked go on until the slice is over, also those who ask meanwhile. Throws then what the first one threw. */
  turn(): void {
    const { clock, afterEventLoop } = this.#options;
    const asked = this.#asked;
    let failure: { readonly error: unknown } | undefined;
    let at = 0;
    this.#isAwake = false;
    this.#isTurning = true;
    clock.begin();
    for (; at < asked.length && !clock.isOver; at++) {
      try {
        asked[at]?.();
      } catch (error) {
        failure ??= { error }; // the others have their turns first
      }
    }
    clock.end();
    this.#isTurning = false;
    this.#asked = asked.slice(at);
    if (this.#asked.length > 0) this.#wake(afterEventLoop);
    if (failure !== undefined) throw failure.error;
  }

  /** The event loop was free: who has waited longest goes on first. */
  yielded(): void {
    this.#options.clock.yielded();
    this.turn();
  }

  #wake(when: () => void): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    when();
  }
}
