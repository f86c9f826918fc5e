import { defer, EMPTY, ignoreElements, interval, type Observable, type SchedulerLike, tap } from 'rxjs';
import type { Storage } from './storage/storage.ts';

/**
 * Drops the history by age, as kube-apiserver lets etcd do. Each time, drops the history up to the revision of the
 * previous time. So a version stays valid for one to two intervals. Open watches continue.
 *
 * @param every - interval in ms; 0: never
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
