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
 * Makes a function whose calls do not nest: a value that is given while another is being taken waits until `take` has returned.
 * An error of `take` drops the values that wait.
 * By hand: RxJS's `concatMap` begins what waits within the end of what came before, so that a thousand values overflow the stack.
 */
export function withoutNesting<T>(take: (value: T) => void): (value: T) => void {
  const waiting: T[] = [];
  let isBusy = false;
  return (value) => {
    waiting.push(value);
    if (isBusy) return;
    isBusy = true;
    try {
      for (const one of waiting) take(one);
    } finally {
      waiting.length = 0;
      isBusy = false;
    }
  };
}

/** The delay of a `repeat` that goes on at once: the stack stays flat, however often it repeats. */
export const trampoline$: Observable<undefined> = scheduled([undefined], queueScheduler);

/**
 * Emits what `read` makes of each value. A value that the source emits in a call from `read`, or from the subscriber, waits
 * until the one before has left, and so does the end; an error does not wait. By hand: an operator of RxJS does not say whether its
 * subscriber is within a call, and `observeOn(queueScheduler)` costs 0.6 µs a value.
 */
export function oneByOne<V extends object, R>(read: (value: V) => R | undefined): OperatorFunction<V, R> {
  return (values$) =>
    new Observable((subscriber) => {
      const take = withoutNesting((value: V | undefined): void => {
        // Reading moves the version: what waits when the subscriber leaves must not be read.
        if (subscriber.closed) return;
        const out = value && read(value);
        if (out !== undefined) subscriber.next(out);
        if (value === undefined) subscriber.complete();
      });
      const taken$ = concat(values$, of(undefined), NEVER).pipe(
        filter((value): value is never => {
          take(value);
          return false;
        }),
      );
      return taken$.subscribe(subscriber);
    });
}
