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
 * Emits whether a page needs open requests. Use it for the option `enabled` of a reflector.
 *
 * Emits false once the page has been hidden for `after` ms (default 60,000). Emits false at once when the page is frozen or enters
 * the page cache, because its streams can then be idle for ever without an error. Emits true when the page is visible again or
 * restored. When the browser comes online and the page is visible, emits false and then true, so that the streams of the old
 * network are closed. Without a page the value is always true.
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
