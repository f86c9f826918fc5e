import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';

/**
 * The paths to the fields that the subresource `scale` reads and writes, as in `subresources.scale` of a CRD. The names
 * in a path are separated by dots.
 */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** The path to the label selector, which is a string. If absent, the scale contains no selector. */
  readonly labelSelectorPath?: string;
}

/** A column in the output of `kubectl get`. The members are those of `additionalPrinterColumns` in a CRD. */
export interface PrinterColumn {
  readonly name: string;
  /** The type of the values: `string`, `integer`, `number`, `boolean` or `date`. kubectl shows a `date` as an age. */
  readonly type: string;
  /** The JSONPath to the value of the column in an object, such as `.status.conditions[?(@.type=="Ready")].status`. */
  readonly jsonPath: string;
  readonly format?: string;
  readonly description?: string;
  /**
   * The priority of the column. The default is 0. If the priority is greater than 0, kubectl shows the column only in
   * the output of `-o wide`.
   */
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
  /** Whether the resource is namespaced. The default is true. The value false means a cluster-scoped resource. */
  readonly namespaced?: boolean;
  /** The singular name of the resource. The default is the kind in lower case. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /**
   * Whether `status` is a subresource. If true, clients write the status only through `/status`. The default is false.
   */
  readonly status?: boolean;
  /** The paths to the fields of the subresource `scale`. If absent, the resource has no subresource `scale`. */
  readonly scale?: ScalePaths;
  /** The columns of `kubectl get` in addition to the name. The default is one column with the age of the object. */
  readonly printerColumns?: readonly PrinterColumn[];
  /**
   * The fields that a field selector may use in addition to `metadata.name` and `metadata.namespace`, such as
   * `spec.color`.
   */
  readonly selectableFields?: readonly string[];
}
