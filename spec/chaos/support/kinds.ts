import type { GroupVersionResource } from 'rx-informer';

/** The resources that the chaos test writes and watches, by plural name. */
export const kinds = {
  configmaps: { group: '', version: 'v1', resource: 'configmaps' },
  secrets: { group: '', version: 'v1', resource: 'secrets' },
  leases: { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' },
  widgets: { group: 'example.com', version: 'v1', resource: 'widgets' },
} as const satisfies Readonly<Record<string, GroupVersionResource>>;

export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as KindName[];

export const namespaces = ['chaos-a', 'chaos-b', 'chaos-c'] as const;

/** The CRD of a custom resource. The chaos test creates the CRD while the server runs. */
export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
};
