import { distinctUntilChanged, EMPTY, interval, map, type Observable, switchMap } from 'rxjs';
import type { ReflectorStatus } from '../../reflector/index.ts';

/**
 * Every so many ms while the reflector watches. A failure sets the clock back to zero, a watch that is merely re-opened
 * does not: client-go's resync timer.
 *
 * @param period - in ms; 0 is never
 */
export function resyncTicks(status$: Observable<ReflectorStatus>, period: number): Observable<unknown> {
  if (period === 0) return EMPTY;
  return status$.pipe(
    map(({ phase }) => phase === 'watching'),
    distinctUntilChanged(),
    switchMap((watches) => (watches ? interval(period) : EMPTY)),
  );
}
