import { defer, type Observable, of } from 'rxjs';
import type { Change, Deltas, KubeObject, StoreSubject } from 'rx-informer';

/**
 * Emits the batch of `store.apply(deltas)`, also if the store applies the deltas at once. Applies at each subscription.
 */
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
