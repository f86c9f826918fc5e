import type { GroupVersionResource, KubeObject } from 'rx-informer';
import type { Cluster } from '../kube.mjs';
import { asAdmin } from './admin.ts';
import { eventually } from './eventually.ts';

/** A custom resource that the specs create. */
export interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}

export const widgets: GroupVersionResource<Widget> = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
};

/** The path of the CRDs. */
export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Creates the CRD if it does not exist, and waits until the server serves the custom resource. */
export async function defineWidgets(cluster: Cluster): Promise<void> {
  await asAdmin(cluster, async (ask) => {
    // While an old CRD with the same name is being deleted, the server accepts no new CRD.
    await eventually(async () => {
      const { items } = await ask<{ items: readonly KubeObject[] }>('GET', definitions);
      const defined = items.find(({ metadata }) => metadata.name === 'widgets.example.com');
      if (defined?.metadata.deletionTimestamp !== undefined) throw new Error('it is being deleted');
      if (defined === undefined) await ask('POST', definitions, definition);
    });
    await eventually(() => ask('GET', '/apis/example.com/v1/widgets'));
  });
}

const definition = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: {
      plural: 'widgets',
      singular: 'widget',
      shortNames: ['wd'],
      kind: 'Widget',
      listKind: 'WidgetList',
    },
    versions: [widgetVersion({})],
  },
};

/** Returns the version `v1` of the CRD. `properties` are additional properties of `spec`. */
export function widgetVersion(properties: object): object {
  const spec = { type: 'object', properties: { size: { type: 'integer' }, ...properties } };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
}
