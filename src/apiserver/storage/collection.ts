import type { StoredObject } from '../json.ts';
import { EventLog } from './event-log.ts';
import { type Follower, Followers, type Part } from './followers.ts';
import { type Snapshot, snapshotAt } from './snapshot.ts';
import { SortedKeys } from './sorted-keys.ts';
import type { StorageEvent } from './storage-event.ts';

/** The objects of a collection, each with its storage key. The order has no meaning. */
export type CollectionContent = Iterable<readonly [key: string, object: StoredObject]>;

/**
 * The objects of one resource in memory, and the recent writes to the objects. The storage key of an object is
 * `namespace/name`, or `name` for a cluster-scoped object.
 */
export class Collection {
  readonly log: EventLog;
  readonly #objects = new Map<string, StoredObject>();
  readonly #keys = new SortedKeys();
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Followers();

  constructor(historySize: number) {
    this.log = new EventLog(historySize);
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /**
   * Returns the current state, or the state at `revision`. `revision` may not be lower than `log.floor`, because the
   * log has dropped the older writes.
   */
  snapshot(revision?: number): Snapshot {
    const present: Snapshot = { keys: this.#keys.all, get: (key) => this.#objects.get(key) };
    return revision === undefined ? present : snapshotAt(revision, this.log, present);
  }

  /**
   * Stores an object under a key. If `object` is `undefined`, removes the object with the key. The caller must call
   * `notify` afterwards to wake the listeners.
   */
  write(revision: number, key: string, object: StoredObject | undefined): StorageEvent {
    const previous = this.#objects.get(key);
    this.#put(key, object, previous);
    const event = { revision, key, object, previous };
    this.log.append(event);
    for (const follower of this.#followers.of(event)) follower.note(this.log.end - 1);
    return event;
  }

  /** Replaces all objects of the collection, and returns the changes. The log gets no events for the changes. */
  replace(content: CollectionContent): readonly Omit<StorageEvent, 'revision'>[] {
    const objects = new Map(content);
    const gone = [...this.#objects.keys()].filter((key) => !objects.has(key));
    const changes = [...gone, ...objects.keys()].flatMap((key) => {
      const change = { key, object: objects.get(key), previous: this.#objects.get(key) };
      return change.object === change.previous ? [] : [change];
    });
    for (const { key, object, previous } of changes) this.#put(key, object, previous);
    return changes;
  }

  /** Wakes each watch that selects the written object, and then calls the listeners of the collection. */
  notify(event: StorageEvent): void {
    for (const follower of this.#followers.of(event)) follower.wake();
    for (const listener of [...this.#listeners]) listener();
  }

  /**
   * Registers a follower, for example a watch, for the objects that `part` describes. The collection calls `note` and
   * `wake` of the follower for each write to one of these objects. The returned function removes the follower.
   */
  follow(part: Part, follower: Follower): () => void {
    return this.#followers.add(part, follower);
  }

  /** Calls `listener` after each write to the collection. The returned function removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #put(key: string, object: StoredObject | undefined, previous: StoredObject | undefined): void {
    if (object !== undefined) {
      if (previous === undefined) this.#keys.add(key);
      this.#objects.set(key, object);
    } else if (previous !== undefined) {
      this.#keys.remove(key);
      this.#objects.delete(key);
    }
  }
}
