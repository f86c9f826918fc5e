import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { ObjectCache } from '../../../store/index.ts';
import type { DeletedFinalStateUnknown } from '../../tombstone.ts';

/** Stores an object; its version, whatever it is, is the content's (B186). */
export function put<T extends KubeObject>(cache: ObjectCache<T>, key: ObjectKey, object: T): void {
  cache.put(key, cache.objects.get(key), object);
  standAt(cache, object);
}

/** Takes an object out, if it is there. */
export function remove<T extends KubeObject>(cache: ObjectCache<T>, key: ObjectKey): void {
  const old = cache.objects.get(key);
  if (old !== undefined) cache.remove(key, old);
}

/** All anew, visible at once; places and indices too (B181). */
export function replaceAll<T extends KubeObject>(
  cache: ObjectCache<T>,
  objects: Iterable<readonly [ObjectKey, T]>,
  resourceVersion: string,
): void {
  const all = new Map(objects);
  const indices = cache.emptyIndices();
  for (const [key, object] of all) indices.update(key, undefined, object);
  cache.swap(all, indices);
  cache.resourceVersion = resourceVersion;
}

/** A tombstone has no version, nor has what a transform left without metadata (B124). */
export function standAt<T extends KubeObject>(
  cache: ObjectCache<T>,
  thing: T | DeletedFinalStateUnknown<T>,
): void {
  const { metadata } = thing as { readonly metadata?: Partial<T['metadata']> };
  if (metadata?.resourceVersion !== undefined) cache.resourceVersion = metadata.resourceVersion;
}
