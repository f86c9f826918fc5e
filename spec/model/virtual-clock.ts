import type { Subscription } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';

/**
 * Virtual time with the order of a Node process: first a task, then all its microtasks, then the next timer.
 *
 * RxJS's TestScheduler runs all timers of one instant together. This order is wrong if a callback clears another
 * timer of the same instant. Therefore this class replaces the delegates of the TestScheduler.
 */
export class VirtualClock {
  readonly #scheduler = new TestScheduler(() => undefined);
  #microtasks = new Map<number, () => void>();
  readonly #timers = new Map<number, Subscription>();
  #handles = 0;

  constructor() {
    Object.assign(this.#scheduler, { createDelegates: () => this.#delegates() });
  }

  /** Number of waiting timers and microtasks, including the timers of `after`. */
  get waiting(): number {
    return this.#scheduler.actions.length + this.#microtasks.size;
  }

  after(delay: number, act: () => void): void {
    this.#scheduler.schedule(() => this.#task(act), delay);
  }

  /** Calls `act`. Then advances virtual time until no timer and no microtask waits. */
  run(act: () => void): void {
    this.#scheduler.run(() => this.#task(act));
  }

  /** Removes all timers and microtasks. */
  end(): void {
    for (const action of [...this.#scheduler.actions]) action.unsubscribe();
    this.#microtasks.clear();
  }

  #task(act: () => void): void {
    act();
    for (const [handle, microtask] of this.#microtasks) {
      this.#microtasks.delete(handle);
      microtask();
    }
  }

  #delegates(): object {
    const clear = (handle: number): void => {
      this.#timers.get(handle)?.unsubscribe();
      this.#timers.delete(handle);
    };
    const every = (handle: number, act: () => void, period: number, again: boolean): void => {
      const wake = (): void => {
        this.#timers.delete(handle);
        if (again) every(handle, act, period, again);
        this.#task(act);
      };
      this.#timers.set(handle, this.#scheduler.schedule(wake, period));
    };
    const begin = (act: () => void, period: number, again: boolean): number => {
      const handle = ++this.#handles;
      every(handle, act, period, again);
      return handle;
    };
    return {
      immediate: {
        setImmediate: (act: () => void) => {
          this.#microtasks.set(++this.#handles, act);
          return this.#handles;
        },
        clearImmediate: (handle: number) => this.#microtasks.delete(handle),
      },
      interval: {
        setInterval: (act: () => void, period = 0) => begin(act, period, true),
        clearInterval: clear,
      },
      timeout: {
        setTimeout: (act: () => void, delay = 0) => begin(act, delay, false),
        clearTimeout: clear,
      },
    };
  }
}
