import { map, type Observable, repeat, switchMap, takeWhile, throwError } from 'rxjs';
import {
  aString,
  checkOptions,
  integer,
  type KubeObject,
  oneOf,
  type StatusError,
} from '../objects/index.ts';
import type { ListOptions, ListPage } from '../source/index.ts';
import { after, type ClusterContext, type CollectionContext } from './cluster-context.ts';
import { untilVersion } from './until-version.ts';
import { continueExpired, listExpired, matchForbidden, invalidVersion } from './machine/cluster-refusals.ts';
import { isNumber, isOlder } from './machine/history.ts';
import type { Selection } from './machine/selection.ts';

/**
 * Answers one list. All pages of the list show the same state: the exact version that the request wants, or
 * the state at the time of the first page.
 */
export function virtualList<T extends KubeObject>(
  { collection }: CollectionContext<T>,
  context: ClusterContext,
  selects: Selection,
  options: ListOptions = {},
): Observable<ListPage<T>> {
  checkOptions('list', options, {
    resourceVersion: aString,
    resourceVersionMatch: oneOf('NotOlderThan', 'Exact'),
    limit: integer(0),
    shardSelector: aString,
  });
  const { clock, settings } = context;
  const { resourceVersion: asked = '', resourceVersionMatch: match, limit = 0 } = options;
  const refused = refusalOf(asked, match);
  if (refused !== undefined) return throwError(() => refused);
  const isAny = asked === '' || asked === '0';
  // As on a real server, a `limit` without a `resourceVersionMatch` also requests the exact version (P16).
  // For version 0, the server ignores the limit (P15).
  const exact = !isAny && (match === 'Exact' || (match === undefined && limit > 0)) ? asked : undefined;
  const size = limit === 0 || asked === '0' ? Infinity : limit;
  let rest: readonly T[] | undefined;
  let version = '';

  const nextPage = (): { readonly page: ListPage<T>; readonly isLast: boolean } => {
    version ||= exact ?? clock.version;
    if (isOlder(version, clock.compactedAt)) throw rest === undefined ? listExpired() : continueExpired();
    const state = rest ?? collection.stateAt(version).filter(selects);
    const items = state.slice(0, size);
    rest = state.slice(size);
    const isLast = rest.length === 0;
    const left = isLast || selects.filters ? {} : { remainingItemCount: rest.length };
    return { page: { items, resourceVersion: version, ...left }, isLast };
  };

  const pages$ = after(settings.listLatency).pipe(
    map(nextPage),
    repeat(),
    takeWhile(({ isLast }) => !isLast, true),
    map(({ page }) => page),
  );
  return untilVersion(context, asked).pipe(switchMap(() => pages$));
}

/** Checks the options of a list in the same order as a real server, and returns the first error. */
function refusalOf(asked: string, match: ListOptions['resourceVersionMatch']): StatusError | undefined {
  if (match !== undefined && asked === '')
    return matchForbidden('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (match === 'Exact' && asked === '0')
    return matchForbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  return asked === '' || isNumber(asked) ? undefined : invalidVersion(asked, 'list');
}
