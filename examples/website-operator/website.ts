import type { KubeObject } from 'rx-informer';
import { type Condition, defineResource, type Resource } from 'rx-informer/client';

/** A website: an HTML page, and the number of servers. `crd.yaml` has the schema. */
export interface Website extends KubeObject {
  readonly spec: { readonly html: string; readonly replicas?: number };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export const websites: Resource<Website> = defineResource<Website>({
  group: 'example.com',
  version: 'v1',
  resource: 'websites',
  kind: 'Website',
  namespaced: true,
});
