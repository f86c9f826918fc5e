import { distinctUntilChanged, EMPTY, interval, map, type Observable, switchMap } from 'rxjs';
import type { ReflectorStatus } from '../../reflector/index.ts';

/**
 * client-go's resync timer: emits at each period while the reflector watches. A failure restarts the period; a watch that is only
 * opened again does not.
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
