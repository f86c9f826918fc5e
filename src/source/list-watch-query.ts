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
export function listQuery({ resourceVersion = '', resourceVersionMatch, limit = 0 }: ListOptions): Query {
  return {
    ...(limit > 0 && { limit: String(limit) }),
    ...(resourceVersion !== '' && { resourceVersion }),
    ...(resourceVersionMatch !== undefined && { resourceVersionMatch }),
  };
}

/** A later request of a list: the token holds the version, so none is said (P18, P19). */
export function continueQuery({ limit = 0 }: ListOptions, token: string): Query {
  return { ...(limit > 0 && { limit: String(limit) }), continue: token };
}

/** A watch; whoever says `sendInitialEvents`, true or false, has to say `NotOlderThan` too (P39). */
export function watchQuery(options: WatchOptions): Query {
  const { resourceVersion = '', sendInitialEvents, allowWatchBookmarks, timeoutSeconds = 0 } = options;
  return {
    watch: 'true',
    ...(resourceVersion !== '' && { resourceVersion }),
    ...(sendInitialEvents !== undefined && {
      sendInitialEvents: String(sendInitialEvents),
      resourceVersionMatch: 'NotOlderThan',
    }),
    ...(allowWatchBookmarks !== undefined && { allowWatchBookmarks: String(allowWatchBookmarks) }),
    ...(timeoutSeconds > 0 && { timeoutSeconds: String(timeoutSeconds) }),
  };
}
