import { asapScheduler, first, type Observable, repeat, timer } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import { eventLoop$ } from '../store/index.ts';

/** Emits once a list of this version is in the store: looks for it, for a list that changes nothing is told to nobody. */
export function whenStored<T>(store: Informer<T>['store'], resourceVersion: string): Observable<unknown> {
  const before = store.resourceVersion;
  return timer(0, asapScheduler).pipe(
    repeat({ delay: () => eventLoop$ }),
    first(() => store.resourceVersion !== before || resourceVersion === before),
  );
}
