import { checkNamespaced, checkResource } from './check-resource.ts';
import type { KubeObject, ObjectKey } from './kube-object.ts';
import { splitKey } from './object-key.ts';

declare const objectType: unique symbol;

/**
 * One collection of the API, and the type of its objects: `{ group: '', version: 'v1', resource: 'pods' }`.
 *
 * @example
 * ```ts
 * const widgets: GroupVersionResource<Widget> = { group: 'example.com', version: 'v1', resource: 'widgets' };
 * ```
 */
export interface GroupVersionResource<T extends KubeObject = KubeObject> {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  /** False: its objects are in no namespace, so that of a factory does not restrict it. Absent: they may be in one. */
  readonly namespaced?: boolean;
  /** Carries `T`; never present at run time. */
  readonly [objectType]?: T;
}

/**
 * Where a collection, or one object of it, lives: `/apis/apps/v1/namespaces/shop/deployments/web`.
 *
 * @param key - of the object; without it the path is that of the collection in all namespaces
 * @throws OptionsError for a key with more than one slash or, of a cluster-scoped collection, with a namespace
 *
 * @example
 * ```ts
 * pathOf(apps.v1.deployments, 'shop/web'); // '/apis/apps/v1/namespaces/shop/deployments/web'
 * ```
 */
export function pathOf(resource: GroupVersionResource, key?: ObjectKey): string {
  checkResource('pathOf: resource', resource);
  if (key === undefined) return collectionPath(resource);
  const { namespace, name } = splitKey(key);
  checkNamespaced('pathOf: the namespace of key', resource, namespace);
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}

/** The path of a collection, in one namespace or (`''`) in all. */
export function collectionPath({ group, version, resource }: GroupVersionResource, namespace = ''): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${resource}`;
}
