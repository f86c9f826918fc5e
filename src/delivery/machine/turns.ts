import { type SliceClock } from '../../scheduling/index.ts';

/**
 * Calls `turn` once, unless that is taken back: when the current task is done, or, where a slice is over, when the event
 * loop was free.
 */
export type Wake = (isOver: boolean) => { unsubscribe(): void };

/** For who goes on: what it does is timed as items of the slice of all, so a turn costs no look at the clock. */
type TurnClock = Pick<SliceClock, 'begin' | 'step' | 'end'>;

/**
 * Lets those who ask go on, one after another, in the order in which they asked. All share the slices of one clock, so
 * that however many they are, the event loop is free in between (PF9).
 */
export class Turns {
  readonly #clock: SliceClock;
  readonly #wake: Wake;
  #asked: (() => void)[] = [];
  #members = 0;
  #waking: { unsubscribe(): void } | undefined;
  #isTurning = false;

  constructor(clock: SliceClock, wake: Wake) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** One more who may ask. */
  enter(): TurnClock {
    this.#members += 1;
    const own = this.#clock.another();
    return { begin: () => own.resume(), step: () => own.step(), end: () => undefined };
  }

  /** One less; the last takes back the turn that would come (G15). */
  leave(): void {
    this.#members -= 1;
    if (this.#members > 0) return;
    this.#asked = [];
    this.#waking?.unsubscribe();
    this.#waking = undefined;
  }

  /** It goes on when its turn comes, once. */
  ask(resume: () => void): void {
    this.#asked.push(resume);
    if (!this.#isTurning) this.awake();
  }

  /** There will be a turn. */
  awake(isOver = false): void {
    if (this.#waking !== undefined) return;
    if (isOver) this.#clock.yielded(); // nobody goes on before it was
    this.#waking = this.#wake(isOver);
  }

  /** All who asked go on until the slice is over, also those who ask meanwhile; or until one throws, which ends it too. */
  turn(): void {
    const asked = this.#asked;
    let at = 0;
    this.#waking = undefined;
    this.#isTurning = true;
    this.#clock.begin();
    try {
      while (at < asked.length && !this.#clock.isOver) {
        asked[at++]?.();
        this.#clock.step();
      }
    } finally {
      this.#clock.end();
      this.#isTurning = false;
      // Who asked meanwhile asked in the same list, but for those who came once all had left.
      if (this.#asked === asked) this.#asked = asked.slice(at);
      if (this.#asked.length > 0) this.awake(true);
    }
  }
}
