import { isOlderVersion, keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { ObjectEvent } from '../../source/index.ts';

/** The state that a streamed list builds up before its end: seen by nobody until then (B52, B55). */
export interface InitialEvents<T extends KubeObject> {
  /** No object goes back to an earlier state (G2). */
  add(event: ObjectEvent<T>): void;
  readonly size: number;
  /** All of them. None is kept: the watch that follows is open for minutes. */
  takeItems(): readonly T[];
}

/** @param keep - what to keep of an object; it must have its version */
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

/** The end of an object counts always, unless it is that of an earlier object under the name (G5). */
function isOutdated(
  { type, object, finalStateKnown }: ObjectEvent<KubeObject>,
  { metadata: old }: KubeObject,
): boolean {
  const { uid, resourceVersion } = object.metadata;
  const isItsEnd = type === 'DELETED' && finalStateKnown !== false && uid === old.uid;
  return isOlderVersion(resourceVersion, old.resourceVersion) && !isItsEnd;
}
