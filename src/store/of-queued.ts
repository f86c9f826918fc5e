import { Observable, queueScheduler } from 'rxjs';

/**
 * Emits the value and completes, at once, but never inside another such emission: in a `concatMap` whose consumer asks
 * for the next one from inside `next`, each completion would else begin the next one inside itself, until the stack
 * overflows.
 */
export function ofQueued<V>(value: V): Observable<V> {
  // By hand: `scheduled` and `subscribeOn` make an event a third dearer, and this is in the way of each.
  return new Observable((subscriber) =>
    queueScheduler.schedule(() => {
      subscriber.next(value);
      subscriber.complete();
    }),
  );
}
