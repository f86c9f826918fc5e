import { concat, defer, ignoreElements, NEVER, Observable, type OperatorFunction, tap } from 'rxjs';

/**
 * Emits what `read` makes of each value. A value that the source emits in a call from `read`, or from the subscriber, waits
 * until the one before has left, and so does the end.
 */
export function oneByOne<V extends object, R>(read: (value: V) => R | undefined): OperatorFunction<V, R> {
  return (values$) =>
    new Observable((subscriber) => {
      const waiting: (V | undefined)[] = [];
      let isBusy = false;
      const emit = (value?: V): void => {
        // Reading moves the version: what waits when the subscriber leaves must not be read.
        if (subscriber.closed) return;
        const out = value && read(value);
        if (value === undefined) subscriber.complete();
        else if (out !== undefined) subscriber.next(out);
      };
      const take = (value?: V): void => {
        if (isBusy) return void waiting.push(value);
        isBusy = true;
        emit(value);
        for (const one of waiting) emit(one);
        waiting.length = 0;
        isBusy = false;
      };
      const end$ = defer(() => {
        take();
        return NEVER;
      });
      return concat(values$.pipe(tap(take), ignoreElements()), end$).subscribe(subscriber);
    });
}
