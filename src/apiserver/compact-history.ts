import { defer, EMPTY, ignoreElements, interval, type Observable, type SchedulerLike, tap } from 'rxjs';
import type { Storage } from './storage/storage.ts';

/**
 * Removes old history at an interval, as kube-apiserver does in etcd. Each time, notes the newest revision, and
 * removes the history before the revision that was noted one interval earlier. So a resourceVersion stays valid
 * for one to two intervals. Open watches continue.
 *
 * @param every - the interval in ms. With 0, the history is never removed by age.
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
