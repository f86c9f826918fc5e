import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';

/** Dotted paths, as in the `subresources.scale` of a CRD. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** The path to a string. Without it the scale has no selector. */
  readonly labelSelectorPath?: string;
}

/** A column of `kubectl get`, as an entry of `additionalPrinterColumns` in a CRD. */
export interface PrinterColumn {
  readonly name: string;
  /** The type: `string`, `integer`, `number`, `boolean` or `date`. A `date` is shown as an age. */
  readonly type: string;
  /** The path in an object, such as `.status.conditions[?(@.type=="Ready")].status`. */
  readonly jsonPath: string;
  readonly format?: string;
  readonly description?: string;
  /** Default 0. A column with a greater number is shown with `-o wide` only. */
  readonly priority?: number;
}

/**
 * A resource that the server serves, and its special properties.
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
  /** Default true; false for a cluster-scoped resource. */
  readonly namespaced?: boolean;
  /** Default: the kind in lower case. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Whether `status` is a subresource, which is written through `/status` only. Default false. */
  readonly status?: boolean;
  /** The paths to the numbers of `/scale`. Without them there is no such subresource. */
  readonly scale?: ScalePaths;
  /** The columns of `kubectl get` besides the name. Default: the age. */
  readonly printerColumns?: readonly PrinterColumn[];
  /** The fields that a field selector may name besides `metadata.name` and `metadata.namespace`: `spec.color`. */
  readonly selectableFields?: readonly string[];
}
