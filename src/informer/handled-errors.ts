import type { KubeError } from '../objects/index.ts';

/**
 * Keyed by the error, which is all that both sides have: `waitForCacheSync` takes any object with a `status$`, also one that the
 * user has piped, and so has no way back to the informer that failed. A member of the status or of the informer would
 * be public, and lost on the way through a user's operator.
 */
const handled = new WeakSet<object>();

/**
 * Notes that the user's code gets this error by another way than a subscription: as a rejection of `waitForCacheSync`, or
 * by its watch error handler. `start` then does not report it a second time.
 */
export function handledElsewhere(error: KubeError): void {
  handled.add(error);
}

/** Whether the user's code got this error by another way than a subscription; asked once, for a source may throw it again. */
export function takeHandledElsewhere(error: unknown): boolean {
  return typeof error === 'object' && error !== null && handled.delete(error);
}
