import { map, type Observable, repeat, switchMap, takeWhile, throwError } from 'rxjs';
import { aString, checkOptions, integer, type KubeObject, oneOf } from '../objects/index.ts';
import type { ListOptions, ListPage } from '../source/index.ts';
import { after, type ClusterContext, freshnessWait, type Room } from './cluster-context.ts';
import { continueExpired, listExpired, tooLarge } from './machine/cluster-refusals.ts';
import { isOlder } from './machine/history.ts';
import type { Selection } from './machine/selection.ts';

/** The pages of one state, that of when the first is answered; one list for each call. */
export function virtualList<T extends KubeObject>(
  { collection }: Room<T>,
  { clock, settings }: ClusterContext,
  selects: Selection,
  options: ListOptions = {},
): Observable<ListPage<T>> {
  checkOptions('list', options, {
    resourceVersion: aString,
    resourceVersionMatch: oneOf('NotOlderThan', 'Exact'),
    limit: integer(0),
  });
  const { resourceVersion: asked = '', resourceVersionMatch: match, limit = 0 } = options;
  if (isOlder(clock.version, asked)) {
    return after(freshnessWait).pipe(switchMap(() => throwError(() => tooLarge(asked, clock.version))));
  }
  const isAny = asked === '' || asked === '0';
  // A limit without a match asks for exactly that version, too (P16); any version comes from a cache, whole (P15).
  const exact = !isAny && (match === 'Exact' || (match === undefined && limit > 0)) ? asked : undefined;
  const size = limit === 0 || asked === '0' ? Infinity : limit;
  let rest: readonly T[] | undefined;
  let version = '';

  const nextPage = (): { readonly page: ListPage<T>; readonly isLast: boolean } => {
    version ||= exact ?? clock.version;
    if (isOlder(version, clock.compactedAt)) throw rest === undefined ? listExpired() : continueExpired();
    const state = rest ?? collection.stateAt(version).filter(selects);
    const items = state.slice(0, size);
    const isWhole = rest === undefined && items.length === state.length;
    rest = state.slice(size);
    const left = isWhole ? {} : { remainingItemCount: rest.length };
    return { page: { items, resourceVersion: version, ...left }, isLast: rest.length === 0 };
  };

  return after(settings.listLatency).pipe(
    map(nextPage),
    repeat(),
    takeWhile(({ isLast }) => !isLast, true),
    map(({ page }) => page),
  );
}
