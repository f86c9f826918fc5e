import type { SliceClock } from '../../store/index.ts';

/** Calls `turn` once: when the current task is done, or, where a slice is over, when the event loop was free. */
export type Wake = (isOver: boolean) => void;

/**
 * Lets those who ask go on, one after another, in the order in which they asked. All share the slices of one clock, so
 * that however many they are, the event loop is free in between (PF9).
 */
export class Turns {
  /** For who goes on: what it does is timed as items of the slice of all, so a turn costs no look at the clock. */
  readonly clock: Pick<SliceClock, 'begin' | 'step' | 'end'>;
  readonly #clock: SliceClock;
  readonly #wake: Wake;
  #asked: (() => void)[] = [];
  #isAwake = false;
  #isTurning = false;

  constructor(clock: SliceClock, wake: Wake) {
    this.#clock = clock;
    this.#wake = wake;
    this.clock = { begin: () => undefined, step: () => clock.step(), end: () => undefined };
  }

  /** It goes on when its turn comes, once. */
  ask(goOn: () => void): void {
    this.#asked.push(goOn);
    if (!this.#isTurning) this.awake();
  }

  /** There will be a turn. */
  awake(isOver = false): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    if (isOver) this.#clock.yielded(); // nobody goes on before it was
    this.#wake(isOver);
  }

  /** All who asked go on until the slice is over, also those who ask meanwhile; or until one throws, which ends it too. */
  turn(): void {
    const asked = this.#asked;
    let at = 0;
    this.#isAwake = false;
    this.#isTurning = true;
    this.#clock.begin();
    try {
      while (at < asked.length && !this.#clock.isOver) asked[at++]?.();
    } finally {
      this.#clock.end();
      this.#isTurning = false;
      this.#asked = asked.slice(at);
      if (this.#asked.length > 0) this.awake(true);
    }
  }
}
