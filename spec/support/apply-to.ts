import { defer, type Observable, of } from 'rxjs';
import type { Change, Deltas, KubeObject, StoreSubject } from 'rx-informer';

/**
 * Returns an Observable that calls `store.apply(deltas)` and emits the batch of the store, even if the store applies
 * the deltas at once. Each subscription applies the deltas again.
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
