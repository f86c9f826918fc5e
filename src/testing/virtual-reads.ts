import { catchError, map, type Observable, of, throwError } from 'rxjs';
import { keyOf, type KubeObject, StatusError, type StringMap } from '../objects/index.ts';
import type { KubeRequest, ListOptions, WatchEvent, WatchOptions } from '../source/index.ts';
import type { ClusterContext, CollectionContext } from './cluster-context.ts';
import { type CollectionRequests, loggedSelectors } from './collection-requests.ts';
import { continueExpired } from './machine/cluster-refusals.ts';
import { selectionOf } from './machine/selection.ts';
import { virtualList } from './virtual-list.ts';
import { virtualWatch } from './virtual-watch.ts';

/**
 * Answers a list or a watch request. A list is one JSON text, and a watch is one JSON text for each event.
 */
export function listOrWatch(
  namespace: string,
  { query = {} }: KubeRequest,
  collectionContext: CollectionContext<KubeObject>,
  context: ClusterContext,
  { request }: CollectionRequests,
): Observable<unknown> {
  const { labelSelector, fieldSelector } = query;
  const selects = selectionOf('list', {
    namespace,
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  });
  const isWatch = query['watch'] === 'true';
  const options = isWatch ? watchOptions(query) : listOptions(query);
  return context.ledger.logged(
    () => request({ verb: isWatch ? 'watch' : 'list', ...loggedSelectors(query), options }),
    () =>
      isWatch
        ? virtualWatch(collectionContext, context, selects, options).pipe(
            map(frameOf),
            catchError((error: unknown) =>
              error instanceof StatusError && error.inStream
                ? of(errorFrame(error))
                : throwError(() => error),
            ),
          )
        : page(collectionContext, context, selects, options, query['continue']),
  );
}

/** Emits one page. The token of the next page has the version of the list, and the key of the last object. */
function page(
  collectionContext: CollectionContext<KubeObject>,
  context: ClusterContext,
  selects: ReturnType<typeof selectionOf>,
  { limit = 0, ...options }: ListOptions,
  token: string | undefined,
): Observable<unknown> {
  const [version = '', after = ''] = token?.split(' ') ?? [];
  const list$ = virtualList(collectionContext, context, selects, {
    ...options,
    ...(token !== undefined && { resourceVersion: version, resourceVersionMatch: 'Exact' as const }),
  }).pipe(
    catchError((error: unknown) =>
      throwError(() =>
        token !== undefined && error instanceof StatusError && error.code === 410 ? continueExpired() : error,
      ),
    ),
  );
  return list$.pipe(
    map(({ items, resourceVersion }) => {
      const rest = items.filter((item) => keyOf(item) > after);
      const size = limit === 0 || options.resourceVersion === '0' ? rest.length : limit;
      const last = rest.length > size ? rest[size - 1] : undefined;
      const next = last && {
        continue: `${resourceVersion} ${keyOf(last)}`,
        ...(!selects.filters && { remainingItemCount: rest.length - size }),
      };
      return {
        kind: 'List',
        apiVersion: 'v1',
        metadata: { resourceVersion, ...next },
        items: rest.slice(0, size),
      };
    }),
  );
}

function listOptions({ resourceVersion, resourceVersionMatch, limit }: StringMap): ListOptions {
  return {
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(isMatch(resourceVersionMatch) && { resourceVersionMatch }),
    ...(limit !== undefined && { limit: Number(limit) }),
  };
}

const isMatch = (match: string | undefined): match is 'NotOlderThan' | 'Exact' =>
  match === 'NotOlderThan' || match === 'Exact';

function watchOptions({
  resourceVersion,
  sendInitialEvents,
  allowWatchBookmarks,
  timeoutSeconds,
}: StringMap): WatchOptions {
  return {
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(sendInitialEvents !== undefined && { sendInitialEvents: sendInitialEvents === 'true' }),
    ...(allowWatchBookmarks !== undefined && { allowWatchBookmarks: allowWatchBookmarks === 'true' }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds: Number(timeoutSeconds) }),
  };
}

function frameOf(event: WatchEvent<KubeObject>): unknown {
  if (event.type !== 'BOOKMARK') return event;
  const { resourceVersion, initialEventsEnd = false } = event;
  const annotations = initialEventsEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
  return { type: 'BOOKMARK', object: { metadata: { resourceVersion, ...annotations } } };
}

const errorFrame = ({ code, reason, message, causes, retryAfterSeconds }: StatusError): unknown => ({
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message,
    details: { causes, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  },
});
