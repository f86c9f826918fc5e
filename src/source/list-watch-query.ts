import { HandlerError, isRecord, pickNonEmptyStrings } from '../objects/index.ts';
import type { ListOptions, WatchOptions } from './lister-watcher.ts';
import type { ListWatchOptions, Scope } from './list-watch-options.ts';

export type Query = Readonly<Record<string, string>>;

/**
 * Returns the query parameters for a label selector and a field selector. The namespace is part of the path,
 * and not a query parameter.
 */
export const scopeQuery = ({ labelSelector, fieldSelector }: Scope): Query =>
  pickNonEmptyStrings({ labelSelector: labelSelector && String(labelSelector), fieldSelector });

export const listQuery = ({ resourceVersion, resourceVersionMatch, ...options }: ListOptions): Query =>
  pickNonEmptyStrings({ ...pageOf(options), resourceVersion, resourceVersionMatch });

/**
 * Returns the query parameters for a page after the first page of a list. The continue token contains the
 * resource version, so no version is sent (P18, P19).
 */
export const continueQuery = (options: ListOptions, token: string): Query =>
  pickNonEmptyStrings({ ...pageOf(options), continue: token });

/**
 * Returns the query parameters of a watch. If `sendInitialEvents` is given, true or false, the server
 * requires `resourceVersionMatch=NotOlderThan` (P39).
 */
export const watchQuery = (options: WatchOptions): Query =>
  pickNonEmptyStrings({
    watch: 'true',
    resourceVersion: options.resourceVersion,
    sendInitialEvents: options.sendInitialEvents?.toString(),
    resourceVersionMatch: options.sendInitialEvents === undefined ? '' : 'NotOlderThan',
    allowWatchBookmarks: options.allowWatchBookmarks?.toString(),
    timeoutSeconds: counted(options.timeoutSeconds),
    shardSelector: options.shardSelector,
  });

const pageOf = ({ limit, shardSelector }: ListOptions): Partial<Query> => ({
  limit: counted(limit),
  shardSelector,
});

const counted = (count = 0): string => (count === 0 ? '' : String(count));

/**
 * Applies the `optionsModifier` of the user to the query parameters of a request. `watch` and `continue` stay
 * unchanged.
 */
export function modifiedQuery(query: Query, modify: ListWatchOptions['optionsModifier']): Query {
  if (modify === undefined) return query;
  const fixed = Object.entries(query).filter(([name]) => isFixed(name));
  const free = Object.entries(modified(query, modify)).filter(([name]) => !isFixed(name));
  return Object.fromEntries([...free, ...fixed]);
}

const isFixed = (name: string): boolean => name === 'watch' || name === 'continue';

function modified(query: Query, modify: NonNullable<ListWatchOptions['optionsModifier']>): Query {
  try {
    const result: unknown = modify({ ...query });
    if (isQuery(result)) return result;
    throw new TypeError('it did not return an object of strings');
  } catch (cause) {
    throw new HandlerError('optionsModifier', undefined, cause);
  }
}

function isQuery(value: unknown): value is Query {
  return isRecord(value) && Object.values(value).every((member) => typeof member === 'string');
}
