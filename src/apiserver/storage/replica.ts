import type { StoredObject } from '../json.ts';
import type { Snapshot } from './snapshot.ts';
import type { StorageEvent } from './storage-event.ts';
import { Storage } from './storage.ts';

/** A copy of a storage that lags behind the storage by a number of revisions. */
export interface Replica {
  readonly storage: Storage;
  /** Stops the updates of the copy. */
  stop(): void;
}

/**
 * Creates a copy of a storage. The copy is `behind` revisions older than the storage, but never older than the history
 * of the storage at the time of the call.
 *
 * @param behind - the number of revisions by which the copy is older
 */
export function replicaOf(primary: Storage, behind: number, historySize: number): Replica {
  const floor = Math.max(1, ...[...primary.collections].map(([, { log }]) => log.floor));
  const storage = new Storage(historySize, floor);
  const late: { readonly id: string; readonly event: StorageEvent }[] = [];
  for (const [id, collection] of primary.collections) {
    storage.collection(id).replace(contentOf(collection.snapshot(floor)));
    for (const event of collection.log.after(floor)) late.push({ id, event });
  }
  late.sort((a, b) => a.event.revision - b.event.revision);

  const catchUp = (): void => {
    const to = primary.revision - behind;
    while ((late[0]?.event.revision ?? Infinity) <= to) {
      const next = late.shift();
      if (next !== undefined) storage.apply(next.id, next.event);
    }
    storage.reach(to);
  };
  catchUp();
  const stops = [primary.observe((id, event) => late.push({ id, event })), primary.listen(catchUp)];
  return { storage, stop: () => stops.forEach((stop) => stop()) };
}

function contentOf(snapshot: Snapshot): readonly (readonly [string, StoredObject])[] {
  return snapshot.keys.flatMap((key) => {
    const object = snapshot.get(key);
    return object === undefined ? [] : [[key, object] as const];
  });
}
