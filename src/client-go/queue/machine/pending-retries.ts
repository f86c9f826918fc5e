import type { ObjectKey } from '../../../objects/index.ts';

/** One retry of deltas after `process` failed. */
export interface Retry<Popped> {
  readonly key: ObjectKey;
  readonly popped: Popped;
  /** The number of the retry, starting at 1. */
  readonly attempt: number;
}

/**
 * The retries whose delay has not ended. If newer deltas of the same key are popped during the delay, the
 * retry is cancelled.
 */
export class PendingRetries<Popped> {
  readonly #pending = new Map<ObjectKey, Retry<Popped>>();
  /**
   * The attempt numbers of the retries that are in the queue again and have not been popped yet. Newer deltas that replace a queued
   * retry continue its backoff. Newer deltas that are popped during the delay of a retry start again at 0.8 s.
   */
  readonly #requeued = new Map<ObjectKey, number>();

  /** Cancels the pending retry of a key. @returns how often `process` has failed for the popped deltas */
  popped(key: ObjectKey): number {
    this.#pending.delete(key);
    const attempts = this.#requeued.get(key) ?? 0;
    this.#requeued.delete(key);
    return attempts;
  }

  add(key: ObjectKey, popped: Popped, failures: number): Retry<Popped> {
    const retry = { key, popped, attempt: failures + 1 };
    this.#pending.set(key, retry);
    return retry;
  }

  /** Removes and returns all pending retries. Called at the end of the loop. */
  takeAll(): readonly Retry<Popped>[] {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    return all;
  }

  /**
   * Removes a retry whose delay has ended. Returns whether its deltas must be queued again: newer deltas can
   * have cancelled the retry.
   */
  requeue(retry: Retry<Popped>): boolean {
    const { key, attempt } = retry;
    if (this.#pending.get(key) !== retry) return false;
    this.#pending.delete(key);
    this.#requeued.set(key, attempt);
    return true;
  }
}

/** Returns the delay before a retry, in ms. */
export function retryDelay(attempt: number): number {
  return Math.min(800 * 2 ** (attempt - 1), 30_000);
}
