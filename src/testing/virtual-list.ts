import { map, type Observable, repeat, switchMap, takeWhile } from 'rxjs';
import { aString, checkOptions, integer, type KubeObject, oneOf } from '../objects/index.ts';
import type { ListOptions, ListPage } from '../source/index.ts';
import { after, type ClusterContext, type Room } from './cluster-context.ts';
import { fresh } from './fresh.ts';
import { continueExpired, listExpired } from './machine/cluster-refusals.ts';
import { isOlder } from './machine/history.ts';
import type { Selection } from './machine/selection.ts';

/** The pages of one state, that of when the first is answered; one list for each call. */
export function virtualList<T extends KubeObject>(
  { collection }: Room<T>,
  context: ClusterContext,
  selects: Selection,
  options: ListOptions = {},
): Observable<ListPage<T>> {
  checkOptions('list', options, {
    resourceVersion: aString,
    resourceVersionMatch: oneOf('NotOlderThan', 'Exact'),
    limit: integer(0),
  });
  const { clock, settings } = context;
  const { resourceVersion: asked = '', resourceVersionMatch: match, limit = 0 } = options;
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

  const pages$ = after(settings.listLatency).pipe(
    map(nextPage),
    repeat(),
    takeWhile(({ isLast }) => !isLast, true),
    map(({ page }) => page),
  );
  return fresh(context, asked).pipe(switchMap(() => pages$));
}
