import type { StoredObject } from '../json.ts';
import { type ContinueToken, decodeToken, encodeToken } from '../query/continue-token.ts';
import type { ListQuery } from '../query/list-query.ts';
import { revisionOf } from '../query/resource-version.ts';
import type { Selection } from '../query/selection.ts';
import { badRequest, expired } from '../status/refusals.ts';
import type { Collection } from '../storage/collection.ts';
import type { Snapshot } from '../storage/snapshot.ts';
import { lowerBound, rangeOf } from '../storage/sorted-keys.ts';

/** One page of a list, with the token for the next page. */
export interface Page {
  readonly items: readonly StoredObject[];
  /** The revision of the snapshot that the list reads. All pages of one list have the same revision. */
  readonly revision: number;
  /** The continue token for the next page of the list. The last page has no token. */
  readonly continue?: string;
  /**
   * The number of items on all later pages. Absent if the request has a label selector or a field selector, because the
   * server would have to evaluate the selector for each remaining object. If the request has a `shardSelector`, the
   * number includes the objects of all shards, as in the kube-apiserver.
   */
  readonly remainingItemCount?: number;
}

/**
 * Reads one page of a list. The caller must first check the query, and must wait until the server has reached the
 * resourceVersion of the query.
 *
 * The generator yields after each object in two cases, so that the server can handle other requests in the meantime:
 *
 * - A field selector reads fields that must be converted from the stored version to the requested version. The first
 *   conversion of a large custom resource takes tens of milliseconds. The converted object is cached.
 * - A label selector has many terms. `listSteps` then stores for each object whether it matches.
 *
 * @param current - returns the current revision of the server
 * @throws Refusal 410 if the server no longer has the requested snapshot (P21, P22), 400 for a bad token
 */
export function* listSteps(
  collection: Collection,
  selection: Selection,
  query: ListQuery,
  current: () => number,
): Generator<void, Page> {
  const memoized = selection.hasManyTerms ? memoizedSelection(selection) : selection;
  if (takesSteps(selection)) yield* evaluated(planned(collection, selection, query, current()), memoized);
  // While the generator was paused, other requests may have written objects. So `planned` is called again.
  return page(planned(collection, selection, query, current()), memoized);
}

/**
 * Returns whether `listSteps` pauses for a selection. If `listSteps` pauses, it may store one entry for each checked
 * object until its end.
 */
export const takesSteps = ({ converts, hasManyTerms }: Selection): boolean => converts || hasManyTerms;

/** The snapshot from which a page is read, and the key at which the page starts. */
interface Plan {
  readonly snapshot: Snapshot;
  readonly revision: number;
  /** The maximum number of items on the page. 0 means no limit. */
  readonly limit: number;
  readonly start: string;
}

function planned(collection: Collection, selection: Selection, query: ListQuery, current: number): Plan {
  if (query.continue !== '') return nextPage(collection, selection, query, current);

  const exact = exactRevision(query);
  const start = selection.prefix;
  if (exact === undefined) {
    const limit = query.resourceVersion === '0' ? 0 : query.limit; // a list at resourceVersion 0 ignores the limit (P15)
    return { snapshot: collection.snapshot(), revision: current, limit, start };
  }
  if (exact < collection.log.floor) throw expired('The resourceVersion for the provided list is too old.');
  return { snapshot: collection.snapshot(exact), revision: exact, limit: query.limit, start };
}

/**
 * Returns the revision if a list must return the state at exactly one revision. Returns `undefined` if the list may
 * return the current state. A list with a limit and a resourceVersion, but without a resourceVersionMatch, returns
 * exactly the requested revision (P16).
 */
function exactRevision({ resourceVersion, resourceVersionMatch, limit }: ListQuery): number | undefined {
  if (resourceVersion === '' || resourceVersion === '0' || resourceVersionMatch === 'NotOlderThan')
    return undefined;
  return resourceVersionMatch === 'Exact' || limit > 0 ? revisionOf(resourceVersion) : undefined;
}

function nextPage(collection: Collection, selection: Selection, query: ListQuery, current: number): Plan {
  const token = decodeToken(query.continue);
  if (query.resourceVersion !== '' && query.resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const { limit } = query;
  const start = selection.prefix + token.start;
  if (token.revision < 0) return { snapshot: collection.snapshot(), revision: current, limit, start };
  if (token.revision < collection.log.floor || token.revision > current) throw expiredToken(token);
  return { snapshot: collection.snapshot(token.revision), revision: token.revision, limit, start };
}

/**
 * Returns a copy of a selection. The copy caches its results, so that the selectors are evaluated only once for each
 * object. A cached result stays valid, because a stored object never changes.
 */
function memoizedSelection(selection: Selection): Selection {
  const known = new Map<StoredObject, boolean>();
  const matches = (object: StoredObject): boolean => {
    const before = known.get(object);
    if (before !== undefined) return before;
    const isMatch = selection.matches(object);
    known.set(object, isMatch);
    return isMatch;
  };
  return { ...selection, matches };
}

/**
 * Evaluates the selection for the objects of a page, and yields after each object. The results are cached in the
 * selection, so that the page can be created later without a pause.
 */
function* evaluated({ snapshot, limit, start }: Plan, selection: Selection): Generator<void> {
  if (selection.key !== undefined) return;
  const { keys } = snapshot;
  const [, end] = rangeOf(keys, selection.prefix);
  let matching = 0;
  for (const key of keys.slice(lowerBound(keys, start), end)) {
    matching += found(snapshot, selection, key).length;
    if (matching === limit && limit > 0) return;
    yield;
  }
}

function page({ snapshot, revision, limit, start }: Plan, selection: Selection): Page {
  const { key: only, prefix } = selection;
  if (only !== undefined) return { items: found(snapshot, selection, only >= start ? only : ''), revision };

  const { keys } = snapshot;
  const [, end] = rangeOf(keys, prefix);
  const items: StoredObject[] = [];
  const first = lowerBound(keys, start);
  let at = first;
  for (; at < end && (limit === 0 || items.length < limit); at++) {
    items.push(...found(snapshot, selection, keys[at] ?? ''));
  }
  if (at >= end) return { items, revision };

  const last = keys[at - 1] ?? '';
  const next = encodeToken({ revision, start: `${last.slice(prefix.length)}\u0000` });
  return {
    items,
    revision,
    continue: next,
    ...(selection.filters ? {} : { remainingItemCount: end - first - limit }),
  };
}

function found(snapshot: Snapshot, selection: Selection, key: string): readonly StoredObject[] {
  const object = snapshot.get(key);
  return object !== undefined && selection.matches(object) ? [object] : [];
}

/**
 * Creates the error for an expired continue token. The error contains a new token. With the new token, the client can
 * read the rest of the list from the latest state.
 */
function expiredToken({ start }: ContinueToken): Error {
  return expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
      'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
      'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
      'deleted between the time the first chunk was returned and now may show up in the list.',
    encodeToken({ revision: -1, start: start === '' ? '/' : start }),
  );
}
