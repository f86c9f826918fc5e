import type { StoredObject } from '../json.ts';
import { type ContinueToken, decodeToken, encodeToken } from '../query/continue-token.ts';
import type { ListQuery } from '../query/list-query.ts';
import { revisionOf } from '../query/resource-version.ts';
import type { Selection } from '../query/selection.ts';
import { badRequest, expired } from '../status/refusals.ts';
import type { Collection } from '../storage/collection.ts';
import type { Snapshot } from '../storage/snapshot.ts';
import { lowerBound, rangeOf } from '../storage/sorted-keys.ts';

/** A page of a list. */
export interface Page {
  readonly items: readonly StoredObject[];
  /** The revision of the snapshot. All pages of one list have the same revision. */
  readonly revision: number;
  /** The token for the next page; absent on the last page. */
  readonly continue?: string;
  /**
   * The number of items on the pages after this one. Absent with selectors, because the server would have to count.
   * With shards the number includes the objects of all shards, as in the real server.
   */
  readonly remainingItemCount?: number;
}

/**
 * Returns a page of a list. The caller has checked the query, and the server has reached the resourceVersion of the
 * query.
 *
 * Yields after each object in two cases. First, if the selectors read fields that must be converted: the first
 * conversion of a large custom resource takes tens of milliseconds; the result is kept, so later conversions take no
 * time. Second, if a selector has many terms: then `listSteps` remembers which objects match.
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
  // Other requests may have written between the steps.
  return page(planned(collection, selection, query, current()), memoized);
}

/** Returns whether `listSteps` yields. Then it keeps an entry for each object that it has checked, until it ends. */
export const takesSteps = ({ converts, hasManyTerms }: Selection): boolean => converts || hasManyTerms;

/** The snapshot that a list reads, and the first key. */
interface Plan {
  readonly snapshot: Snapshot;
  readonly revision: number;
  /** The most items; 0: no limit. */
  readonly limit: number;
  readonly start: string;
}

function planned(collection: Collection, selection: Selection, query: ListQuery, current: number): Plan {
  if (query.continue !== '') return nextPage(collection, selection, query, current);

  const exact = exactRevision(query);
  const start = selection.prefix;
  if (exact === undefined) {
    const limit = query.resourceVersion === '0' ? 0 : query.limit; // the watch cache ignores the limit (P15)
    return { snapshot: collection.snapshot(), revision: current, limit, start };
  }
  if (exact < collection.log.floor) throw expired('The resourceVersion for the provided list is too old.');
  return { snapshot: collection.snapshot(exact), revision: exact, limit: query.limit, start };
}

/**
 * Returns the exact revision that a list asks for; `undefined` if the list gets the current state. With a limit, a
 * resourceVersion without a match means exactly that revision (P16).
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
 * Returns the same selection, but with a memory: it evaluates each object only once. A stored object never changes, so
 * the result stays valid.
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
 * Evaluates the selection for the objects of a page, and yields after each object. The results stay in the selection.
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
 * Creates the error for an expired token. It contains a new token, with which the client can continue in the latest
 * state.
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
