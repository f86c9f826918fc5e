import { isOlderVersion, keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { ObjectEvent } from '../../source/index.ts';

/**
 * Collects the events of a streamed list. The reflector emits no object before the list is complete (B52,
 * B55).
 */
export interface InitialEvents<T extends KubeObject> {
  /** Adds an event. An event that is older than the collected object is ignored (G2). */
  add(event: ObjectEvent<T>): void;
  readonly size: number;
  /**
   * Returns all objects, and clears the collection to free its memory, because the watch after the list is
   * open for minutes.
   */
  takeItems(): readonly T[];
}

/**
 * @param keep - converts an object to the form in which it is collected; the result must have the same
 * metadata as the object
 */
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

/**
 * Returns whether an event is older than the collected object. A DELETED event is outdated only if it deletes
 * an earlier object with the same name (G5).
 */
function isOutdated(
  { type, object, finalStateKnown }: ObjectEvent<KubeObject>,
  { metadata: old }: KubeObject,
): boolean {
  const { uid, resourceVersion } = object.metadata;
  const deletesOld = type === 'DELETED' && finalStateKnown !== false && uid === old.uid;
  return isOlderVersion(resourceVersion, old.resourceVersion) && !deletesOld;
}
