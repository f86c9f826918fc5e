import { defer, type Observable, of } from 'rxjs';
import type { Change, Deltas, KubeObject, StoreSubject } from 'rx-informer';

/** The batch that `store.apply(deltas)` makes, also where it is done at once. Applies at each subscription. */
export function applyTo<T extends KubeObject>(
  store: StoreSubject<T>,
  deltas: Deltas<T>,
): Observable<readonly Change<T>[]> {
  return defer(() => {
    const batches: (readonly Change<T>[])[] = [];
    const listening = store.batches$.subscribe((batch) => batches.push(batch));
    const replayed = batches.length;
    const waiting$ = store.apply(deltas);
    listening.unsubscribe();
    return waiting$ ?? of(batches[replayed] ?? []);
  });
}
