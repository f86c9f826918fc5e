import { map } from 'rxjs';
import { checkArgument, type GroupVersionResource, type KubeObject } from '../objects/index.ts';
import { metadataOf, metadataTransport, type PartialObjectMetadata } from '../representations/index.ts';
import {
  aTransport,
  type ListerWatcher,
  listWatch,
  type ListWatchOptions,
  type Transport,
} from '../source/index.ts';

/**
 * Creates a source of the metadata of a collection: names, labels, annotations, owners and finalizers, without spec and
 * status. The source is `listWatch(metadataTransport(transport), resource, options)` with the type of the objects that
 * arrive. If a server does not support `PartialObjectMetadata`, the source removes the spec and the status of the objects.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const secrets = informer(metadataWatch(transport, core.v1.secrets, { labelSelector: 'owner=helm' }));
 * query(secrets).subscribe((all) => console.log(all.length));
 * ```
 */
export function metadataWatch(
  transport: Transport,
  resource: GroupVersionResource,
  options: ListWatchOptions = {},
): ListerWatcher<PartialObjectMetadata> {
  checkArgument('metadataWatch: transport', transport, aTransport);
  const source = listWatch<KubeObject>(metadataTransport(transport), resource, options);
  return {
    list: (list, { onIncident, knownObjects, checkServed } = {}) =>
      source
        .list(list, { onIncident, knownObjects, checkServed })
        .pipe(map((page) => ({ ...page, items: page.items.map(metadataOf) }))),
    watch: (watch, { onIncident, knownObjects, checkServed } = {}) =>
      source
        .watch(watch, { onIncident, knownObjects, checkServed })
        .pipe(
          map((event) =>
            event.type === 'BOOKMARK' ? event : { ...event, object: metadataOf(event.object) },
          ),
        ),
  };
}
