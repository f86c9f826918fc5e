import type { KubeObject, ObjectKey } from './kube-object.ts';
import { OptionsError } from './options-error.ts';

/**
 * Returns the key of an object: `namespace/name`, or `name` without a namespace. The function is client-go's
 * `MetaNamespaceKeyFunc` (B122, B195).
 *
 * @throws OptionsError for an object without a name; the error does not contain the object
 *
 * @example
 * ```ts
 * keyOf(kubeObject<Pod>('shop/web-0')); // 'shop/web-0'
 * ```
 */
export function keyOf(object: KubeObject): ObjectKey {
  const { namespace, name } = (object as Partial<KubeObject> | undefined)?.metadata ?? nothing;
  if (typeof name !== 'string')
    throw new OptionsError('metadata.name', name, 'a string, for it makes the key');
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

const nothing: Partial<KubeObject['metadata']> = {};

/**
 * Splits the key of an object into namespace and name. For a cluster-scoped object the namespace is `''`. The
 * function is client-go's `SplitMetaNamespaceKey` (B195).
 *
 * @throws OptionsError if the key has more than one slash
 *
 * @example
 * ```ts
 * const { namespace, name } = splitKey('shop/web-0');
 * ```
 */
export function splitKey(key: ObjectKey): { readonly namespace: string; readonly name: string } {
  const [first = '', second, ...more] = key.split('/');
  if (more.length > 0) throw new OptionsError('key', key, '`name` or `namespace/name`');
  return second === undefined ? { namespace: '', name: first } : { namespace: first, name: second };
}

/** Returns the uid of an object. A row of a view may not be a Kubernetes object, and then has no uid. */
export function uidOf(object: unknown): string | undefined {
  return (object as Partial<KubeObject> | null | undefined)?.metadata?.uid;
}
