import { defer, type Observable } from 'rxjs';
import { collectionPath, type GroupVersionResource, type KubeObject } from '../objects/index.ts';
import { checkServed } from './check-served.ts';
import { explainErrors } from './error-response.ts';
import { redactError } from './redact.ts';
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
 * Creates a source like client-go's `ListWatch`. The source lists and watches one collection, or a part of the
 * collection, over a transport. Lists and watches emit objects in the same format: plain JSON with `kind` and
 * `apiVersion` (dates are strings). With `optionsModifier` the result corresponds to client-go's
 * `NewFilteredListWatchFromClient`.
 *
 * The source omits an object without name, uid or resourceVersion, and reports the object to `onIncident` of
 * the caller. The source decodes a page while the page arrives, in slices of 5 ms. A list errors if the list
 * expires between two pages, or if its pages have different versions. A watch errors at an ERROR frame, even
 * if the server keeps the connection open.
 *
 * @throws OptionsError for an unknown option, a wrong selector, the group `core` instead of `''`, a kind instead of the
 * plural, and a namespace for a collection without namespaces. The methods `list` and `watch` also throw an
 * OptionsError for a wrong argument
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

  const redact = (text: string): string => transport.redact?.(text) ?? text;
  const redactIncidents =
    (onIncident: IncidentListener): IncidentListener =>
    (incident, count) =>
      onIncident(redactError(incident, redact), count);

  return {
    list(list = {}, hooks = {}) {
      checkList(list, hooks);
      const { onIncident = ignoreIncident, knownObjects } = hooks;
      const next = (token: string): KubeRequest => request(continueQuery(list, token));
      return defer(() =>
        listPages<T>(
          transport,
          { first: request(listQuery(list)), next },
          { ...settings, knownObjects },
          redactIncidents(onIncident),
        ),
      ).pipe(explainErrors(transport, { path }), checkServed(transport, resource, hooks));
    },
    watch(watch = {}, hooks = {}) {
      checkWatch(watch, hooks);
      const { onIncident = ignoreIncident, knownObjects } = hooks;
      return defer(() =>
        watchEvents<T>(
          transport,
          request(watchQuery(watch)),
          watch.sendInitialEvents === true ? { ...settings, knownObjects } : settings,
          redactIncidents(onIncident),
        ),
      ).pipe(explainErrors(transport, { path }), checkServed(transport, resource, hooks));
    },
  };
}

const mebibyte = 1_048_576;
const ignoreIncident: IncidentListener = () => undefined;

/**
 * Emits the events of one watch. The Observable decodes each event immediately before it emits the event, so
 * an unsubscribe ends the decoding. A chunk with many events is decoded in time slices of 5 ms, and the
 * transport pauses during the decoding.
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
