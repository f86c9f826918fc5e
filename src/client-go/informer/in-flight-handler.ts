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

/** A handler whose asynchronous call can continue after its listener was removed. The end of the call can be awaited. */
export interface InFlightHandler<T> {
  readonly handler: ResourceEventHandler<T>;
  /** Resolves when the call in flight has ended, or at once if no call is in flight. */
  readonly idle: () => Promise<void>;
}

/**
 * Wraps a handler, and tracks its call in flight.
 *
 * @param callResults - the end of this subscription unsubscribes from the results of the calls
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
        // Reports the error, because the listener does not report it after the listener was removed during the call.
        error: (cause: unknown) => reportHandlerError(handler, method, keyOf(object), cause),
      }),
    );
    return done;
  };

  return {
    idle: async () => {
      await Promise.resolve(); // if the caller is inside the call, the result does not exist yet
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
