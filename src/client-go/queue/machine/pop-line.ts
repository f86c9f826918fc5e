import { type QueueEntry, KeyedDeltaQueue } from '../../../queue/index.ts';

interface Waiter {
  readonly type: 'POP';
  readonly turn: () => void;
}

/**
 * Those who pop, one at a time, in the order of coming: client-go's `Pop` holds the queue's lock while it processes.
 * A turn comes when there is something to take, and lasts until it is left.
 */
export class PopLine {
  readonly #waiting = new KeyedDeltaQueue<Waiter>();
  readonly #hasSomething: () => boolean;
  #isBusy = false;
  #isWaking = false;

  /** @param hasSomething - whether a pop need not wait */
  constructor(hasSomething: () => boolean) {
    this.#hasSomething = hasSomething;
  }

  /**
   * Waits for a turn.
   *
   * @param turn - must not throw
   * @returns ends the turn, or the wait for it
   */
  enter(turn: () => void): () => void {
    let isIn = false;
    const place: QueueEntry<Waiter> = this.#waiting.append({
      type: 'POP',
      turn: () => {
        isIn = true;
        turn();
      },
    });
    this.wake();
    return () => {
      if (isIn) {
        isIn = false;
        this.#isBusy = false;
        this.wake();
      } else this.#waiting.remove(place);
    };
  }

  /** There may be something: whoever waits longest has the turn. */
  wake(): void {
    if (this.#isWaking) return; // the loop below goes on by itself: no recursion, however many wait
    this.#isWaking = true;
    try {
      while (!this.#isBusy && this.#waiting.length > 0 && this.#hasSomething()) {
        this.#isBusy = true;
        this.#waiting.shift()?.deltas[0].turn();
      }
    } finally {
      this.#isWaking = false;
    }
  }
}
