import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';

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
  /** Fields that a field selector may name besides `metadata.name` and `metadata.namespace`: `spec.color`. */
  readonly selectableFields?: readonly string[];
}
