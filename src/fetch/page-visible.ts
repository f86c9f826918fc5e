import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  fromEvent,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import { checkArgument, milliseconds } from '../objects/index.ts';

/**
 * Emits whether a page in a browser needs open requests. Pass this Observable to the option `enabled` of a
 * reflector.
 *
 * The value is false when the page has been hidden for `after` ms (default 60,000). The value is false
 * immediately when the browser freezes the page or puts the page into the page cache. The open responses of
 * such a page can stay idle for ever without an error. The value is true when the page is visible again. When
 * the browser comes online while the page is visible, the Observable emits false and then true, so that the
 * reflector closes the streams of the old network. Outside a browser the value is always true.
 *
 * @example
 * ```ts
 * const pods = informer(listWatch(transport, core.v1.pods), { reflect: { enabled: pageVisible() } });
 * ```
 */
export function pageVisible(after = 60_000): Observable<boolean> {
  checkArgument('pageVisible: after', after, milliseconds(0));
  return defer(() => {
    if (typeof document === 'undefined') return concat(of(true), NEVER);

    const isHidden = (): boolean => document.visibilityState === 'hidden';
    const shown$ = merge(
      fromEvent(document, 'visibilitychange'),
      fromEvent(document, 'resume'),
      fromEvent(window, 'pageshow'),
    ).pipe(
      startWith(undefined),
      map(() => (isHidden() ? timer(after).pipe(map(() => false)) : of(true))),
    );
    const frozen$ = merge(fromEvent(document, 'freeze'), fromEvent(window, 'pagehide')).pipe(
      map(() => of(false)),
    );
    const online$ = fromEvent(window, 'online').pipe(mergeMap(() => (isHidden() ? EMPTY : of(false, true))));

    return merge(merge(frozen$, shown$).pipe(switchMap((state$) => state$)), online$).pipe(
      startWith(true),
      distinctUntilChanged(),
    );
  });
}
