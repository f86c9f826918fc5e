import { catchError, defer, type Observable, throwError } from 'rxjs';
import { collectionPath, type GroupVersionResource, type KubeObject, StatusError } from '../objects/index.ts';
import { concealedError } from './redact.ts';
import { explained, isBare } from './status-error-of.ts';
import { listPages } from './list-pages.ts';
import {
  continueQuery,
  listQuery,
  modifiedQuery,
  type Query,
  scopeQuery,
  watchQuery,
} from './list-watch-query.ts';
import { checkList, checkListWatch, checkWatch, type ListWatchOptions } from './list-watch-options.ts';
import type { IncidentListener, ListerWatcher, WatchEvent } from './lister-watcher.ts';
import type { DecodeSettings } from './machine/json-parser.ts';
import type { KubeRequest, Transport } from './transport.ts';
import { lateAnswerIncident } from './late-answer.ts';
import { createEventReader } from './machine/event-reader.ts';
import { readInSlices } from './read-in-slices.ts';

/**
 * client-go's `ListWatch`: one collection, or a scope of it, over a transport. Objects come as plain JSON, of one form
 * from a list and from a watch: `kind` and `apiVersion` filled in, dates as strings. With `optionsModifier` it is
 * client-go's `NewFilteredListWatchFromClient`.
 *
 * An object without name, uid or resourceVersion is left out and told to the caller's `onIncident`. A page is decoded as
 * it comes in, never for longer than 5 ms at a time. A list that expires between two pages, or whose pages differ in
 * version, ends with an error; so does a watch with the ERROR frame of the wire, whatever the server does afterwards.
 *
 * @throws OptionsError for an option that is none, a selector that breaks the grammar, the group `core` (it is `''`), a
 * kind in place of the plural, and a namespace for a collection that is in none; so do `list` and `watch`
 *
 * @example
 * ```ts
 * const pods = listWatch(transport, core.v1.pods, { namespace: 'shop', labelSelector: 'app in (web, api)' });
 * pods.list({ limit: 500 }).subscribe(({ items }) => console.log(items.length));
 * ```
 */
export function listWatch<T extends KubeObject>(
  transport: Transport,
  resource: GroupVersionResource<T>,
  options: ListWatchOptions = {},
): ListerWatcher<T> {
  checkListWatch(transport, resource, options);
  const path = collectionPath(resource, options.namespace);
  const scope = scopeQuery(options);
  const request = (query: Query): KubeRequest => ({
    path,
    query: modifiedQuery({ ...scope, ...query }, options.optionsModifier),
  });
  const settings: DecodeSettings = {
    keepManagedFields: options.keepManagedFields ?? false,
    maxFrameBytes: options.maxFrameBytes ?? 16 * mebibyte,
    maxPageBytes: options.maxPageBytes ?? 256 * mebibyte,
    confidential: resource.resource === 'secrets',
  };

  const conceal = (text: string): string => transport.conceal?.(text) ?? text;
  const concealed =
    (onIncident: IncidentListener): IncidentListener =>
    (incident, count) =>
      onIncident(concealedError(incident, conceal), count);
  const concealErrors = <V>(values$: Observable<V>): Observable<V> =>
    values$.pipe(catchError((error: unknown) => throwError(() => concealedError(named(error), conceal))));

  // A transport of the user's own may say no more than `404 page not found`.
  const named = (error: unknown): unknown =>
    error instanceof StatusError && isBare(error) ? explained(error, { path }) : error;

  return {
    list(list = {}, hooks = {}) {
      checkList(list, hooks);
      const { onIncident = unheard, knownObjects } = hooks;
      const next = (token: string): KubeRequest => request(continueQuery(list, token));
      return defer(() =>
        listPages<T>(
          transport,
          { first: request(listQuery(list)), next },
          { ...settings, knownObjects },
          concealed(onIncident),
        ),
      ).pipe(concealErrors);
    },
    watch(watch = {}, hooks = {}) {
      checkWatch(watch, hooks);
      const { onIncident = unheard, knownObjects } = hooks;
      return defer(() =>
        watchEvents<T>(
          transport,
          request(watchQuery(watch)),
          watch.sendInitialEvents === true ? { ...settings, knownObjects } : settings,
          concealed(onIncident),
        ),
      ).pipe(concealErrors);
    },
  };
}

const mebibyte = 1_048_576;
const unheard: IncidentListener = () => undefined;

/**
 * The events of one watch. Each is decoded as it is emitted: nothing more of a chunk is after an unsubscribe. A chunk of
 * many events is decoded in slices, and the transport is asked to read no further meanwhile.
 */
function watchEvents<T extends KubeObject>(
  transport: Transport,
  request: KubeRequest,
  settings: DecodeSettings,
  onIncident: IncidentListener,
): Observable<WatchEvent<T>> {
  return readInSlices(
    (paused$) =>
      transport.open({ ...request, paused$, onLateAnswer: lateAnswerIncident(request, onIncident) }),
    () =>
      createEventReader(settings, onIncident).read as (
        chunk: Uint8Array,
      ) => Iterable<WatchEvent<T> | undefined>,
  );
}
