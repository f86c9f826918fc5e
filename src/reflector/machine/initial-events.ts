import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { ObjectEvent } from '../../source/index.ts';

/** The state that a streamed list builds up before its end: seen by nobody until then (B52, B55). */
export interface InitialEvents<T extends KubeObject> {
  add(event: ObjectEvent<T>): void;
  readonly size: number;
  items(): readonly T[];
}

export function collectInitialEvents<T extends KubeObject>(): InitialEvents<T> {
  const objects = new Map<ObjectKey, T>();
  return {
    add({ type, object }) {
      if (type === 'DELETED') objects.delete(keyOf(object));
      else objects.set(keyOf(object), object);
    },
    get size() {
      return objects.size;
    },
    items: () => [...objects.values()],
  };
}
