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

/** A handler whose call in hand goes on when nobody listens any more, and can be waited for. */
export interface InFlightHandler<T> {
  readonly handler: ResourceEventHandler<T>;
  /** Resolves when the call in hand has ended; at once when there is none. */
  readonly idle: () => Promise<void>;
}

/** @param work - what its calls returned is unsubscribed from with this */
export function trackInFlight<T extends KubeObject>(
  handler: ResourceEventHandler<T>,
  work: Subscription,
): InFlightHandler<T> {
  const name = nameForHandler(handler);
  let inHand: Observable<unknown> | undefined;

  const tracked = (method: 'onAdd' | 'onUpdate' | 'onDelete', object: T, result: unknown): unknown => {
    if (!isObservable(result) && !isThenable(result)) return result;
    const done = new ReplaySubject<never>(1);
    inHand = done;
    const running = new Subscription();
    work.add(running);
    const result$ = from(result).pipe(
      finalize(() => {
        work.remove(running);
        if (inHand === done) inHand = undefined;
        done.complete();
      }),
    );
    running.add(
      result$.subscribe({
        // Here, for its listener may have been removed meanwhile, and then nobody else hears of it.
        error: (cause: unknown) => reportHandlerError(handler, method, keyOf(object), cause),
      }),
    );
    return done;
  };

  return {
    idle: async () => {
      await Promise.resolve(); // inside the call, which has returned nothing yet
      if (inHand !== undefined) await lastValueFrom(inHand, { defaultValue: undefined });
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
