import type { ObservableNotification } from 'rxjs';
import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { ObjectEvent, WatchEvent } from '../../source/index.ts';

type Told<T extends KubeObject> = ObservableNotification<WatchEvent<T>>;

/**
 * Reverses the order of the objects and keeps the order of the events of each object. Bookmarks and the end keep their
 * position.
 */
export function reordered<T extends KubeObject>(held: readonly Told<T>[]): readonly Told<T>[] {
  const result: Told<T>[] = [];
  let run = new Map<ObjectKey, Told<T>[]>();
  const flush = (): void => {
    for (const events of [...run.values()].reverse()) result.push(...events);
    run = new Map();
  };

  for (const told of held) {
    if (told.kind === 'N' && isOfObject(told.value)) {
      const key = keyOf(told.value.object);
      const events = run.get(key);
      if (events === undefined) run.set(key, [told]);
      else events.push(told);
    } else {
      flush();
      result.push(told);
    }
  }
  flush();
  return result;
}

const isOfObject = <T extends KubeObject>(event: WatchEvent<T>): event is ObjectEvent<T> =>
  event.type !== 'BOOKMARK';
