import { first, type Observable, repeat } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { nextTurn$, taskEnd$ } from '../scheduling/index.ts';

/** Emits once a list of this version is in the store: looks for it, for a list that changes nothing is told to nobody. */
export function whenStored<T>(store: Informer<T>['store'], resourceVersion: string): Observable<unknown> {
  const before = store.resourceVersion;
  return taskEnd$.pipe(
    repeat({ delay: () => nextTurn$ }),
    first(() => store.resourceVersion !== before || resourceVersion === before),
  );
}
