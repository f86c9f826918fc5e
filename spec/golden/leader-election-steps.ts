import type { Observable, Subscription } from 'rxjs';

/** A wait of a generator. If `isShielded` is true, a cancellation does not end the wait. */
export interface Effect {
  readonly wait: Observable<unknown>;
  readonly isShielded: boolean;
}

export type Outcome =
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'cancelled' };

/** A goroutine of client-go as a generator. */
export type Steps<R> = Generator<Effect, R, Outcome>;

/** Runs a generator: each yielded effect is subscribed, and its first value or its error resumes the generator. */
export class StepRunner {
  readonly #steps: Steps<void>;
  #subscription: Subscription | undefined;
  #isShielded = false;
  #hasCrashed = false;

  constructor(steps: Steps<void>) {
    this.#steps = steps;
  }

  start(): void {
    this.#resume({ type: 'done', value: undefined });
  }

  /** Cancels the current wait. */
  cancel(): void {
    const subscription = this.#subscription;
    if (subscription === undefined || this.#isShielded) return;
    this.#subscription = undefined;
    subscription.unsubscribe();
    this.#resume({ type: 'cancelled' });
  }

  crash(): void {
    this.#hasCrashed = true;
    this.#subscription?.unsubscribe();
  }

  #resume(given: Outcome): void {
    let outcome: Outcome | undefined = given;
    while (outcome !== undefined && !this.#hasCrashed) {
      const { done, value } = this.#steps.next(outcome);
      outcome = done === true ? undefined : this.#perform(value);
    }
  }

  /**
   * Starts a wait. Returns the outcome if the wait ends at once. Otherwise, the outcome resumes the generator
   * later.
   */
  #perform({ wait, isShielded }: Effect): Outcome | undefined {
    let isSync = true;
    let outcome: Outcome | undefined;
    const settle = (settled: Outcome): void => {
      outcome = settled;
      this.#subscription = undefined;
      if (!isSync) this.#resume(settled);
    };
    this.#isShielded = isShielded;
    const subscription = wait.subscribe({
      next: (value) => settle({ type: 'done', value }),
      error: (error: unknown) => settle({ type: 'failed', error }),
    });
    isSync = false;
    if (outcome === undefined) this.#subscription = subscription;
    return outcome;
  }
}
