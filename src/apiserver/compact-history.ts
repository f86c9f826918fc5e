import { defer, EMPTY, ignoreElements, interval, type Observable, type SchedulerLike, tap } from 'rxjs';
import type { Storage } from './storage/storage.ts';

/**
 * Forgets the history by age, as kube-apiserver has etcd do it: each time up to where the server was the time before, so
 * that a version is good for one to two intervals. Watches that are open go on.
 *
 * @param every - ms; 0: never
 */
export function compactHistory(storage: Storage, every: number, clock: SchedulerLike): Observable<never> {
  if (every === 0) return EMPTY;
  return defer(() => {
    let before = storage.revision;
    return interval(every, clock).pipe(
      tap(() => {
        storage.compactTo(before);
        before = storage.revision;
      }),
      ignoreElements(),
    );
  });
}
