import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';

/** Dotted paths, as in the `subresources.scale` of a CRD. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** Of a string; without it the scale has no selector. */
  readonly labelSelectorPath?: string;
}

/** A column of `kubectl get`, as an entry of `additionalPrinterColumns` in a CRD. */
export interface PrinterColumn {
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean` or `date`, which is shown as an age. */
  readonly type: string;
  /** Such as `.status.conditions[?(@.type=="Ready")].status`. */
  readonly jsonPath: string;
  readonly format?: string;
  readonly description?: string;
  /** Default 0; greater: with `-o wide` only. */
  readonly priority?: number;
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
  /** What `kubectl get` shows besides the name; default the age. */
  readonly printerColumns?: readonly PrinterColumn[];
  /** Fields that a field selector may name besides `metadata.name` and `metadata.namespace`: `spec.color`. */
  readonly selectableFields?: readonly string[];
}
