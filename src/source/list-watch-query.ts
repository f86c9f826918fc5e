import { textsOf } from '../objects/index.ts';
import type { ListOptions, WatchOptions } from './lister-watcher.ts';
import type { Scope } from './scope.ts';

/** The parameters of a request, in the API server's own words. */
export type Query = Readonly<Record<string, string>>;

/** What restricts a collection, apart from the namespace, which is in the path. */
export const scopeQuery = ({ labelSelector, fieldSelector }: Scope): Query =>
  textsOf({ labelSelector: labelSelector && String(labelSelector), fieldSelector });

/** The first request of a list. */
export const listQuery = ({ resourceVersion, resourceVersionMatch, ...options }: ListOptions): Query =>
  textsOf({ ...pageOf(options), resourceVersion, resourceVersionMatch });

/** A later request of a list: the token holds the version, so none is said (P18, P19). It does not hold the shard. */
export const continueQuery = (options: ListOptions, token: string): Query =>
  textsOf({ ...pageOf(options), continue: token });

/** A watch; whoever says `sendInitialEvents`, true or false, has to say `NotOlderThan` too (P39). */
export const watchQuery = (options: WatchOptions): Query =>
  textsOf({
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

/** 0 stands for none. */
const counted = (count = 0): string => (count === 0 ? '' : String(count));
