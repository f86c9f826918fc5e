import {
  finalize,
  from,
  isObservable,
  lastValueFrom,
  type Observable,
  ReplaySubject,
  Subscription,
} from 'rxjs';
import { nameForHandler, reportHandlerError, type ResourceEventHandler } from '../../delivery/index.ts';
import { isThenable, keyOf, type KubeObject } from '../../objects/index.ts';

/**
 * A handler with asynchronous calls. A call can continue after the listener of the handler was removed.
 * `idle` waits for the end of the call.
 */
export interface InFlightHandler<T> {
  readonly handler: ResourceEventHandler<T>;
  /**
   * Returns a promise that resolves when the running call of the handler has ended. If no call is running,
   * the promise resolves immediately.
   */
  readonly idle: () => Promise<void>;
}

/**
 * Wraps a handler, and tracks its running call.
 *
 * @param callResults - the subscription to the results of all running calls; its end unsubscribes from these
 *   results
 */
export function trackInFlight<T extends KubeObject>(
  handler: ResourceEventHandler<T>,
  callResults: Subscription,
): InFlightHandler<T> {
  const name = nameForHandler(handler);
  let inFlight: Observable<unknown> | undefined;

  const tracked = (method: 'onAdd' | 'onUpdate' | 'onDelete', object: T, result: unknown): unknown => {
    if (!isObservable(result) && !isThenable(result)) return result;
    const done = new ReplaySubject<never>(1);
    inFlight = done;
    const running = new Subscription();
    callResults.add(running);
    const result$ = from(result).pipe(
      finalize(() => {
        callResults.remove(running);
        if (inFlight === done) inFlight = undefined;
        done.complete();
      }),
    );
    running.add(
      result$.subscribe({
        // The error is reported here. If the listener was removed during the call, the listener reports no
        // errors any more.
        error: (cause: unknown) => reportHandlerError(handler, method, keyOf(object), cause),
      }),
    );
    return done;
  };

  return {
    idle: async () => {
      // If the handler itself calls `idle`, the handler has not returned its promise or Observable yet. So
      // this code waits until the handler has returned.
      await Promise.resolve();
      if (inFlight !== undefined) await lastValueFrom(inFlight, { defaultValue: undefined });
    },
    handler: {
      ...(name === undefined ? {} : { name }),
      onAdd: (object, isInInitialList) => tracked('onAdd', object, handler.onAdd?.(object, isInInitialList)),
      onUpdate: (old, object) => tracked('onUpdate', object, handler.onUpdate?.(old, object)),
      onDelete: (object, finalStateKnown) =>
        tracked('onDelete', object, handler.onDelete?.(object, finalStateKnown)),
      ...(handler.onError === undefined ? {} : { onError: (error) => handler.onError?.(error) }),
    },
  };
}
