import type { ListOptions, WatchOptions } from './lister-watcher.ts';
import type { Scope } from './scope.ts';

/** The parameters of a request, in the API server's own words. */
export type Query = Readonly<Record<string, string>>;

/** What restricts a collection, apart from the namespace, which is in the path. */
export function scopeQuery({ labelSelector = '', fieldSelector = '' }: Scope): Query {
  const labels = String(labelSelector);
  return {
    ...(labels !== '' && { labelSelector: labels }),
    ...(fieldSelector !== '' && { fieldSelector }),
  };
}

/** The first request of a list. */
export function listQuery({ resourceVersion = '', resourceVersionMatch, ...options }: ListOptions): Query {
  return {
    ...pageQuery(options),
    ...(resourceVersion !== '' && { resourceVersion }),
    ...(resourceVersionMatch !== undefined && { resourceVersionMatch }),
  };
}

/** A later request of a list: the token holds the version, so none is said (P18, P19). It does not hold the shard. */
export function continueQuery(options: ListOptions, token: string): Query {
  return { ...pageQuery(options), continue: token };
}

function pageQuery({ limit = 0, shardSelector = '' }: ListOptions): Query {
  return { ...(limit > 0 && { limit: String(limit) }), ...(shardSelector !== '' && { shardSelector }) };
}

/** A watch; whoever says `sendInitialEvents`, true or false, has to say `NotOlderThan` too (P39). */
export function watchQuery(options: WatchOptions): Query {
  const {
    resourceVersion = '',
    sendInitialEvents,
    allowWatchBookmarks,
    timeoutSeconds = 0,
    shardSelector = '',
  } = options;
  return {
    watch: 'true',
    ...(resourceVersion !== '' && { resourceVersion }),
    ...(sendInitialEvents !== undefined && {
      sendInitialEvents: String(sendInitialEvents),
      resourceVersionMatch: 'NotOlderThan',
    }),
    ...(allowWatchBookmarks !== undefined && { allowWatchBookmarks: String(allowWatchBookmarks) }),
    ...(timeoutSeconds > 0 && { timeoutSeconds: String(timeoutSeconds) }),
    ...(shardSelector !== '' && { shardSelector }),
  };
}
