import {
  dematerialize,
  from,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  type ObservableNotification,
  timer,
} from 'rxjs';
import type { Moment } from './marble-moments.ts';

/**
 * Returns an Observable that plays a diagram from its beginning for each subscription. If the diagram has no
 * end, the Observable never completes.
 */
export function playMoments<V>(
  moments: readonly Moment[],
  notificationOf: (moment: Moment, nth: number) => ObservableNotification<V>,
): Observable<V> {
  const byTime = new Map<number, ObservableNotification<V>[]>();
  moments.forEach((moment, nth) => {
    const notification = notificationOf(moment, nth);
    const together = byTime.get(moment.at);
    if (together === undefined) byTime.set(moment.at, [notification]);
    else together.push(notification);
  });
  const parts = Array.from(byTime, ([at, together]) => timer(at).pipe(mergeMap(() => from(together))));
  return merge<ObservableNotification<V>[]>(NEVER, ...parts).pipe(dematerialize());
}
