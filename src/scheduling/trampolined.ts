import { Observable, queueScheduler } from 'rxjs';

/**
 * Emits the value and completes, at once, but never inside another such emission: in a `concatMap` whose consumer asks
 * for the next one from inside `next`, each completion would else begin the next one inside itself, until the stack
 * overflows.
 */
export function trampolined<V>(value: V): Observable<V> {
  // By hand: `scheduled` and `subscribeOn` make an event a third dearer, and each event comes through here.
  return new Observable((subscriber) =>
    queueScheduler.schedule(() => {
      subscriber.next(value);
      subscriber.complete();
    }),
  );
}

/** The delay of a `repeat` that goes on at once: the stack stays flat, however often it repeats. */
export const trampoline$: Observable<undefined> = trampolined(undefined);
