import {
  concat,
  filter,
  NEVER,
  Observable,
  of,
  type OperatorFunction,
  queueScheduler,
  scheduled,
} from 'rxjs';

/**
 * Creates a function whose calls do not nest: a call from within `handle` waits until `handle` has returned.
 * An error of `handle` drops the waiting calls. `concatMap` of RxJS starts the next value inside the
 * completion of the previous value, so a thousand waiting values would overflow the stack.
 */
export function trampoline<T>(handle: (value: T) => void): (value: T) => void {
  const queue: T[] = [];
  let isRunning = false;
  return (value) => {
    queue.push(value);
    if (isRunning) return;
    isRunning = true;
    try {
      for (const queued of queue) handle(queued);
    } finally {
      queue.length = 0;
      isRunning = false;
    }
  };
}

/**
 * The delay for a `repeat` that repeats immediately. With this delay, the stack does not overflow, even after
 * many repeats.
 */
export const trampoline$: Observable<undefined> = scheduled([undefined], queueScheduler);

/**
 * Maps each value without nesting: while `project` or the subscriber handles a value, further values and the
 * completion wait. An error does not wait. If `project` returns `undefined`, the operator skips the value.
 * The operator uses `new Observable`, because no operator of RxJS knows whether its subscriber still handles
 * a value. `observeOn(queueScheduler)` would cost 0.6 µs per value.
 */
export function trampolineMap<V extends object, R>(
  project: (value: V) => R | undefined,
): OperatorFunction<V, R> {
  return (values$) =>
    new Observable((subscriber) => {
      const handle = trampoline((value: V | undefined): void => {
        // After an unsubscribe, `project` is not called for a waiting value, because `project` can have
        // effects, such as a new resourceVersion.
        if (subscriber.closed) return;
        const out = value && project(value);
        if (out !== undefined) subscriber.next(out);
        if (value === undefined) subscriber.complete();
      });
      const handled$ = concat(values$, of(undefined), NEVER).pipe(
        filter((value): value is never => {
          handle(value);
          return false;
        }),
      );
      return handled$.subscribe(subscriber);
    });
}
