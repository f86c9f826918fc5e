import { distinctUntilChanged, EMPTY, interval, map, type Observable, switchMap } from 'rxjs';
import type { ReflectorStatus } from '../../reflector/index.ts';

/**
 * Emits at each period while the reflector watches, as client-go's resync timer does. A failure restarts the
 * period. The end and the reopening of a watch without a failure do not restart the period.
 *
 * @param period - the resync period in ms; 0 means no resync
 */
export function resyncTicks(status$: Observable<ReflectorStatus>, period: number): Observable<unknown> {
  if (period === 0) return EMPTY;
  return status$.pipe(
    map(({ phase }) => phase === 'watching'),
    distinctUntilChanged(),
    switchMap((watches) => (watches ? interval(period) : EMPTY)),
  );
}
