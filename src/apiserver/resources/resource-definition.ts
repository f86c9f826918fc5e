import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';

/** Dotted paths, as in the `subresources.scale` of a CRD. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** Of a string; without it the scale has no selector. */
  readonly labelSelectorPath?: string;
}

/**
 * A collection that the server serves, and what is special about it.
 *
 * @example
 * ```ts
 * const widgets: ResourceDefinition = {
 *   group: 'demo.example.com',
 *   version: 'v1',
 *   resource: 'widgets',
 *   kind: 'Widget',
 *   shortNames: ['wd'],
 *   status: true,
 *   selectableFields: ['spec.color'],
 *   scale: { specReplicasPath: 'spec.replicas', statusReplicasPath: 'status.replicas' },
 * };
 * ```
 */
export interface ResourceDefinition<T extends KubeObject = KubeObject> extends GroupVersionResource<T> {
  readonly kind: string;
  /** Default true; false for a resource of the cluster. */
  readonly namespaced?: boolean;
  /** Default: the kind in lower case. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Default false: whether `status` is a subresource, written through `/status` only. */
  readonly status?: boolean;
  /** Where `/scale` finds its numbers; without it there is no such subresource. */
  readonly scale?: ScalePaths;
  /** Fields that a field selector may name besides `metadata.name` and `metadata.namespace`: `spec.color`. */
  readonly selectableFields?: readonly string[];
}
