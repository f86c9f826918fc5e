import { HandlerError, isRecord, pickNonEmptyStrings } from '../objects/index.ts';
import type { ListOptions, WatchOptions } from './lister-watcher.ts';
import type { ListWatchOptions, Scope } from './list-watch-options.ts';

/** The query parameters of a request. */
export type Query = Readonly<Record<string, string>>;

/** The parameters of a scope. The namespace is part of the path instead. */
export const scopeQuery = ({ labelSelector, fieldSelector }: Scope): Query =>
  pickNonEmptyStrings({ labelSelector: labelSelector && String(labelSelector), fieldSelector });

/** The first request of a list. */
export const listQuery = ({ resourceVersion, resourceVersionMatch, ...options }: ListOptions): Query =>
  pickNonEmptyStrings({ ...pageOf(options), resourceVersion, resourceVersionMatch });

/** A later request of a list. No version is sent, because the token contains it (P18, P19). The shard is sent. */
export const continueQuery = (options: ListOptions, token: string): Query =>
  pickNonEmptyStrings({ ...pageOf(options), continue: token });

/** A watch. The server requires `NotOlderThan` with `sendInitialEvents`, true or false (P39). */
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

/** 0: the parameter is absent. */
const counted = (count = 0): string => (count === 0 ? '' : String(count));

/** The parameters after the user's `optionsModifier`, which cannot change `watch` and `continue`. */
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
