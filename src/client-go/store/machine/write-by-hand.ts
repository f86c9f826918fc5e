import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { Content } from '../../../store/index.ts';
import type { DeletedFinalStateUnknown } from '../../tombstone.ts';

/** Stores an object; its version, whatever it is, is the content's (B186). */
export function put<T extends KubeObject>(content: Content<T>, key: ObjectKey, object: T): void {
  content.put(key, content.objects.get(key), object);
  standAt(content, object);
}

/** Takes an object out, if it is there. */
export function remove<T extends KubeObject>(content: Content<T>, key: ObjectKey): void {
  const old = content.objects.get(key);
  if (old !== undefined) content.remove(key, old);
}

/** All anew, visible at once; places and indices too (B181). */
export function replaceAll<T extends KubeObject>(
  content: Content<T>,
  objects: Iterable<readonly [ObjectKey, T]>,
  resourceVersion: string,
): void {
  const all = new Map(objects);
  const indices = content.emptyIndices();
  for (const [key, object] of all) indices.update(key, undefined, object);
  content.swap(all, indices);
  content.resourceVersion = resourceVersion;
}

/** A tombstone has no version, nor has what a transform left without metadata (B124). */
export function standAt<T extends KubeObject>(
  content: Content<T>,
  thing: T | DeletedFinalStateUnknown<T>,
): void {
  const { metadata } = thing as { readonly metadata?: Partial<T['metadata']> };
  if (metadata?.resourceVersion !== undefined) content.resourceVersion = metadata.resourceVersion;
}
