import type { KubeError } from '../objects/index.ts';

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
