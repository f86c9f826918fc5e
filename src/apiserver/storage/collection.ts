import type { StoredObject } from '../json.ts';
import { EventLog } from './event-log.ts';
import { type Follower, Followers, type Part } from './followers.ts';
import { type Snapshot, snapshotAt } from './snapshot.ts';
import { SortedKeys } from './sorted-keys.ts';
import type { StorageEvent } from './storage-event.ts';

/** Objects by storage key, in whatever order. */
export type CollectionContent = Iterable<readonly [key: string, object: StoredObject]>;

/** The objects of one resource by storage key (`namespace/name`, or `name`), and their recent history. */
export class Collection {
  readonly log: EventLog;
  readonly #objects = new Map<string, StoredObject>();
  readonly #keys = new SortedKeys();
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Followers();

  constructor(historySize: number) {
    this.log = new EventLog(historySize);
  }

  /** How many objects there are. */
  get size(): number {
    return this.#objects.size;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** The state now, or as it was at a revision that is not below the log's floor. */
  snapshot(revision?: number): Snapshot {
    const present: Snapshot = { keys: this.#keys.all, get: (key) => this.#objects.get(key) };
    return revision === undefined ? present : snapshotAt(revision, this.log, present);
  }

  /** Stores, or with `undefined` removes; the listeners hear of it afterwards. */
  write(revision: number, key: string, object: StoredObject | undefined): StorageEvent {
    const previous = this.#objects.get(key);
    this.#put(key, object, previous);
    const event = { revision, key, object, previous };
    this.log.append(event);
    for (const follower of this.#followers.of(event)) follower.note(this.log.end - 1);
    return event;
  }

  /** Holds other objects, without a trace in the history; gives what that changes. */
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

  /** Tells the listeners, and those who follow what was written, that there is something to read. */
  tell(event: StorageEvent): void {
    for (const follower of this.#followers.of(event)) follower.wake();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Notes and wakes after each write to a part; the function it gives ends that. */
  follow(part: Part, follower: Follower): () => void {
    return this.#followers.add(part, follower);
  }

  /** Calls back after each write; the function it gives ends that. */
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
