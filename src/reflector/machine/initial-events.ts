import { isOlderVersion, keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { ObjectEvent } from '../../source/index.ts';

/** Collects the events of a streamed list. No object is emitted before the list is complete (B52, B55). */
export interface InitialEvents<T extends KubeObject> {
  /** Ignores an event that is older than the collected object (G2). */
  add(event: ObjectEvent<T>): void;
  readonly size: number;
  /** Returns all objects, and clears the collection to free memory: the watch after the list is open for minutes. */
  takeItems(): readonly T[];
}

/** @param keep - encodes an object for the collection; the result must have the same metadata as the object */
export function collectInitialEvents<T extends KubeObject>(
  keep: (object: T) => T = (object) => object,
): InitialEvents<T> {
  const objects = new Map<ObjectKey, T>();
  return {
    add(event) {
      const key = keyOf(event.object);
      const old = objects.get(key);
      if (old !== undefined && isOutdated(event, old)) return;
      if (event.type === 'DELETED') objects.delete(key);
      else objects.set(key, keep(event.object));
    },
    get size() {
      return objects.size;
    },
    takeItems() {
      const items = [...objects.values()];
      objects.clear();
      return items;
    },
  };
}

/** A DELETED event always counts, unless it deletes an earlier object of the same name (G5). */
function isOutdated(
  { type, object, finalStateKnown }: ObjectEvent<KubeObject>,
  { metadata: old }: KubeObject,
): boolean {
  const { uid, resourceVersion } = object.metadata;
  const deletesOld = type === 'DELETED' && finalStateKnown !== false && uid === old.uid;
  return isOlderVersion(resourceVersion, old.resourceVersion) && !deletesOld;
}
