import { isText } from '../objects/index.ts';
import type { ListOptions, WatchOptions } from './lister-watcher.ts';
import type { Scope } from './scope.ts';

/** The parameters of a request, in the API server's own words. */
export type Query = Readonly<Record<string, string>>;

/** What restricts a collection, apart from the namespace, which is in the path. */
export const scopeQuery = ({ labelSelector, fieldSelector }: Scope): Query =>
  said({ labelSelector: labelSelector && String(labelSelector), fieldSelector });

/** The first request of a list. */
export const listQuery = ({ resourceVersion, resourceVersionMatch, ...options }: ListOptions): Query =>
  said({ ...pageOf(options), resourceVersion, resourceVersionMatch });

/** A later request of a list: the token holds the version, so none is said (P18, P19). It does not hold the shard. */
export const continueQuery = (options: ListOptions, token: string): Query =>
  said({ ...pageOf(options), continue: token });

/** A watch; whoever says `sendInitialEvents`, true or false, has to say `NotOlderThan` too (P39). */
export const watchQuery = (options: WatchOptions): Query =>
  said({
    watch: 'true',
    resourceVersion: options.resourceVersion,
    sendInitialEvents: options.sendInitialEvents?.toString(),
    resourceVersionMatch: options.sendInitialEvents === undefined ? '' : 'NotOlderThan',
    allowWatchBookmarks: options.allowWatchBookmarks?.toString(),
    timeoutSeconds: counted(options.timeoutSeconds),
    shardSelector: options.shardSelector,
  });

const pageOf = ({ limit, shardSelector }: ListOptions): Parameters => ({
  limit: counted(limit),
  shardSelector,
});

/** 0 stands for none. */
const counted = (count = 0): string => (count === 0 ? '' : String(count));

type Parameters = Readonly<Record<string, string | undefined>>;

/** What is empty is not said. */
const said = (parameters: Parameters): Query =>
  Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => isText(entry[1])),
  );
