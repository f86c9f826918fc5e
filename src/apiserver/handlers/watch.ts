import { catchError, concatAll, concatMap, defer, filter, map, merge, of, takeUntil } from 'rxjs';
import type { ApiResponse } from '../http/response.ts';
import { inSteps } from '../http/in-steps.ts';
import { listSteps, takesSteps } from '../list/list.ts';
import { checkListQuery } from '../query/check-list-query.ts';
import { checkSelectorSize, maxOfWatch } from '../query/check-selector-size.ts';
import { type ListQuery, listQuery } from '../query/list-query.ts';
import { notANumber, revisionOf } from '../query/resource-version.ts';
import { type Selection, selectionOf } from '../query/selection.ts';
import type { Resource } from '../resources/resource.ts';
import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { expired, plainError } from '../status/refusals.ts';
import { writesTo } from '../storage-writes.ts';
import { InitialList } from '../watch/initial-list.ts';
import { watch, type WatchOptions } from '../watch/watch.ts';
import type { WatcherFacts } from '../watch/watcher.ts';
import type { Form } from '../wire/form.ts';
import { errorFrame } from '../wire/frames.ts';
import { awaitRevision } from './await-revision.ts';
import type { Operation } from './operation.ts';

/**
 * Handles the GET of a collection with `watch` (P31–P58). If the query is invalid, the response has an error status.
 * The server sends any later error as an ERROR event of the watch.
 */
export function watchObjects({ server, request, resource, path, form }: Operation): ApiResponse {
  const query = listQuery(request.query, server.shardedLists);
  checkListQuery({ ...query, watch: true });
  if (query.resourceVersion !== '' && revisionOf(query.resourceVersion) === undefined) {
    throw plainError(notANumber(query.resourceVersion));
  }
  for (const text of [query.labelSelector, query.fieldSelector]) checkSelectorSize(text, maxOfWatch);
  const selection = selectionOf(resource, path.namespace, selectorsOf(query, path.watch ? path.name : ''));
  const steps = (): Generator<void, WatcherFacts> => factsSteps(server, resource, selection, query, form);
  // The watch starts synchronously, unless the evaluation of the selectors for the initial objects may take long. The
  // reason: the program can call `endWatches()` as soon as a client has the headers, and `endWatches()` has to end the
  // watch.
  const facts$ =
    isListedFirst(query) && takesSteps(selection)
      ? inSteps(request, steps, server.selectionLimit).pipe(takeUntil(server.end$))
      : inSteps({ time: undefined }, steps);
  const awaited = query.sendInitialEvents === true ? query.resourceVersion : '';
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    stream: true,
    body: (flow) =>
      defer(() => awaitRevision(server, awaited)).pipe(
        concatMap(() => facts$),
        map((known) => watch(known, lifeOf(server, resource, query), flow)),
        catchError((error: unknown) => {
          if (error instanceof Refusal) return of(of(errorFrame(error.status)));
          throw error;
        }),
        concatAll(),
      ),
  };
}

/** Returns the selectors of a watch. The deprecated watch path of one object selects the object by name (P56). */
function selectorsOf(
  { labelSelector, fieldSelector, shardSelector }: ListQuery,
  name: string,
): Partial<ListQuery> {
  const terms = [fieldSelector, name === '' ? '' : `metadata.name=${name}`].filter((term) => term !== '');
  return { labelSelector, fieldSelector: terms.join(','), shardSelector };
}

/** Returns `true` if the watch begins with the current state. */
const isListedFirst = ({ resourceVersion, sendInitialEvents }: ListQuery): boolean =>
  sendInitialEvents ?? (revisionOf(resourceVersion) ?? 0) === 0;

/**
 * Determines the revision at which the watch starts, and the initial list of the watch.
 *
 * @throws Refusal 410 if the history no longer contains the requested resourceVersion
 */
function* factsSteps(
  server: ServerContext,
  resource: Resource,
  selection: Selection,
  query: ListQuery,
  form: Form,
): Generator<void, WatcherFacts> {
  const { storage, initialListBudget } = server;
  const none = (): InitialList => new InitialList([], initialListBudget);
  const frames = server.frames.of(resource, form);
  const collection = storage.collection(resource.id);
  const all = { storage, collection, selection, frames };
  const revision = revisionOf(query.resourceVersion) ?? 0;
  if (isListedFirst(query)) {
    const whole = { ...query, ...latest };
    const { items } = yield* listSteps(collection, selection, whole, () => storage.revision);
    return {
      ...all,
      after: storage.revision,
      initial: new InitialList(items, initialListBudget),
      initialEventsEnd: query.allowWatchBookmarks,
    };
  }
  if (revision === 0) return { ...all, after: storage.revision, initial: none(), initialEventsEnd: false };

  const { floor } = collection.log;
  if (revision < floor) throw expired(`too old resource version: ${revision} (${floor})`);
  return { ...all, after: revision, initial: none(), initialEventsEnd: false };
}

const latest = { resourceVersion: '', resourceVersionMatch: '', limit: 0, continue: '' };

function lifeOf(
  { times, world, clock, bookmarkNow$, end$, catalog }: ServerContext,
  resource: Resource,
  query: ListQuery,
): WatchOptions {
  const timeout = query.timeoutSeconds * 1000 || times.watchTimeout * (1 + world.random());
  return {
    clock,
    timeout: Math.min(timeout, longest),
    bookmarks: query.allowWatchBookmarks,
    bookmarkInterval: times.bookmarkInterval,
    bookmarkNow$,
    end$,
    gone$: merge(writesTo(catalog), of(undefined)).pipe(filter(() => !catalog.has(resource))),
  };
}

/** The maximum timeout of a watch in ms. A longer timer would overflow and fire at once. */
const longest = 2_147_483_647;
