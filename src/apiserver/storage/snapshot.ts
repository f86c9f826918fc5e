import type { StoredObject } from '../json.ts';
import type { EventLog } from './event-log.ts';
import { merged } from './sorted-keys.ts';

/** The state of a collection at one revision. The snapshot is valid until the next write. */
export interface Snapshot {
  readonly keys: readonly string[];
  get(key: string): StoredObject | undefined;
}

/**
 * Returns the state of a collection at `revision`. The function takes the current state and undoes the later writes.
 */
export function snapshotAt(revision: number, log: EventLog, present: Snapshot): Snapshot {
  const undone = new Map<string, StoredObject | undefined>();
  for (const { key, previous } of log.after(revision)) {
    if (!undone.has(key)) undone.set(key, previous);
  }
  if (undone.size === 0) return present;

  return {
    keys: keysOf(present, undone),
    get: (key) => (undone.has(key) ? undone.get(key) : present.get(key)),
  };
}

function keysOf(present: Snapshot, undone: ReadonlyMap<string, StoredObject | undefined>): readonly string[] {
  const came: string[] = [];
  const gone: string[] = [];
  for (const [key, object] of undone) {
    const isThere = present.get(key) !== undefined;
    if (isThere && object === undefined) came.push(key);
    if (!isThere && object !== undefined) gone.push(key);
  }
  if (came.length === 0 && gone.length === 0) return present.keys;

  const later = new Set(came);
  const keys = present.keys.filter((key) => !later.has(key));
  return gone.length === 0 ? keys : merged(keys, gone.sort());
}
