import type { ObservableNotification } from 'rxjs';
import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { ObjectEvent, WatchEvent } from '../../source/index.ts';

type Notification<T extends KubeObject> = ObservableNotification<WatchEvent<T>>;

/**
 * Reverses the order of the objects, and keeps the order of the events of each object. Bookmarks and the end
 * of the stream are not moved.
 */
export function reordered<T extends KubeObject>(
  buffered: readonly Notification<T>[],
): readonly Notification<T>[] {
  const result: Notification<T>[] = [];
  let run = new Map<ObjectKey, Notification<T>[]>();
  const flush = (): void => {
    for (const events of [...run.values()].reverse()) result.push(...events);
    run = new Map();
  };

  for (const notification of buffered) {
    if (notification.kind === 'N' && isOfObject(notification.value)) {
      const key = keyOf(notification.value.object);
      const events = run.get(key);
      if (events === undefined) run.set(key, [notification]);
      else events.push(notification);
    } else {
      flush();
      result.push(notification);
    }
  }
  flush();
  return result;
}

const isOfObject = <T extends KubeObject>(event: WatchEvent<T>): event is ObjectEvent<T> =>
  event.type !== 'BOOKMARK';
