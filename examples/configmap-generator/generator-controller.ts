import { map, type Observable } from 'rxjs';
import type { Informer, KubeObject, Transport } from 'rx-informer';
import { defineResource, ownerReference, type Resource, resourceClient } from 'rx-informer/client';
import { controller, type ControllerOptions, type ReconcileOutcome } from 'rx-informer/controller';
import { type ConfigMap, core } from 'rx-informer/kinds';

/** The wanted content of a ConfigMap. */
export interface ConfigMapGenerator extends KubeObject {
  readonly spec: { readonly content: string };
}

export const generators: Resource<ConfigMapGenerator> = defineResource<ConfigMapGenerator>({
  group: 'example.com',
  version: 'v1',
  resource: 'configmapgenerators',
  kind: 'ConfigMapGenerator',
  namespaced: true,
});

/** Keeps a ConfigMap for each ConfigMapGenerator. The API server deletes the ConfigMap of a deleted ConfigMapGenerator. */
export function generatorController(
  transport: Transport,
  objects: Informer<ConfigMapGenerator>,
  configMaps: Informer<ConfigMap>,
  options: Pick<ControllerOptions<ConfigMapGenerator>, 'stop$' | 'triggers'> = {},
): Observable<ReconcileOutcome> {
  const client = resourceClient(transport, core.v1.configmaps);
  return controller({
    ...options,
    for: objects,
    resource: generators,
    owns: { configMaps },
    reconcile: (generator, { key }) => {
      if (generator === undefined) return undefined;
      const wanted = {
        metadata: {
          ownerReferences: [ownerReference(generator, { controller: true })],
        },
        data: { content: generator.spec.content },
      };
      // The controller applies the object again after 5 minutes, in case the watch has missed a change.
      return client
        .apply(key, wanted, { fieldManager: 'configmap-generator', force: true })
        .pipe(map(() => ({ requeueAfter: 300_000 })));
    },
  });
}
