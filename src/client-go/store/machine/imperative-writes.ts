import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { KubeObjectCache } from '../../../store/index.ts';
import type { DeletedFinalStateUnknown } from '../../tombstone.ts';

/** Stores an object, and sets the version of the store to the object's version, even if the object's version is older (B186). */
export function put<T extends KubeObject>(cache: KubeObjectCache<T>, key: ObjectKey, object: T): void {
  cache.put(key, cache.objects.get(key), object);
  setResourceVersion(cache, object);
}

export function remove<T extends KubeObject>(cache: KubeObjectCache<T>, key: ObjectKey): void {
  const old = cache.objects.get(key);
  if (old !== undefined) cache.remove(key, old);
}

/**
 * Replaces all objects and indexes atomically. Afterwards `list()` returns the objects in the order of the
 * new list (B181).
 */
export function replaceAll<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  objects: Iterable<readonly [ObjectKey, T]>,
  resourceVersion: string,
): void {
  const all = new Map(objects);
  const indices = cache.emptyIndices();
  for (const [key, object] of all) indices.update(key, undefined, object);
  cache.swap(all, indices);
  cache.resourceVersion = resourceVersion;
}

/**
 * Sets the version of the store to the version of the object. If the object is a tombstone, or a transform
 * has removed its version, the version of the store stays (B124).
 */
export function setResourceVersion<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  thing: T | DeletedFinalStateUnknown<T>,
): void {
  const { metadata } = thing as { readonly metadata?: Partial<T['metadata']> };
  if (metadata?.resourceVersion !== undefined) cache.resourceVersion = metadata.resourceVersion;
}
