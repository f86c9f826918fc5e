import type { StoredObject } from '../json.ts';
import { Collection, type CollectionContent } from './collection.ts';
import type { EventLog } from './event-log.ts';
import type { StorageEvent } from './storage-event.ts';

/**
 * A function that the storage calls for each write. `id` is the id of the written collection, such as
 * `deployments.apps`.
 */
export type WriteObserver = (id: string, event: StorageEvent) => void;

/**
 * All collections of a server. As in etcd, all collections share one revision. Each write increases the revision, and
 * the new revision is the resourceVersion of the written object.
 */
export class Storage {
  readonly #historySize: number;
  readonly #historyBytes: number;
  readonly #collections = new Map<string, Collection>();
  readonly #listeners = new Set<() => void>();
  readonly #observers = new Set<WriteObserver>();
  #revision: number;
  /**
   * The number of objects in each namespace. The outer key is the namespace, and the inner key is the id of the
   * collection.
   */
  readonly #counts = new Map<string, Map<string, number>>();
  /** The approximate number of bytes that stay in memory only because of the histories of all collections. */
  #bytes = 0;

  /**
   * @param historySize - the maximum number of writes in the history of each collection
   * @param historyBytes - the approximate maximum number of bytes of the history of all collections
   */
  constructor(historySize: number, revision = 1, historyBytes: number = maxHistory) {
    this.#historySize = historySize;
    this.#historyBytes = historyBytes;
    this.#revision = revision;
  }

  /** The collections by id, such as `deployments.apps`. */
  get collections(): Iterable<readonly [id: string, collection: Collection]> {
    return this.#collections;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Returns the collection with an id. Creates the collection if it does not exist. */
  collection(id: string): Collection {
    let collection = this.#collections.get(id);
    if (collection === undefined) {
      collection = new Collection(this.#historySize);
      collection.log.compact(this.#revision);
      this.#collections.set(id, collection);
    }
    return collection;
  }

  /** Returns the collection with an id. Returns `undefined` if the collection does not exist. */
  find(id: string): Collection | undefined {
    return this.#collections.get(id);
  }

  /** Returns the ids of the collections that contain objects in a namespace. */
  idsIn(namespace: string): Iterable<string> {
    return this.#counts.get(namespace)?.keys() ?? [];
  }

  /** Removes a collection and its history. A collection that contains objects is not removed. */
  forget(id: string): void {
    const collection = this.#collections.get(id);
    if (collection === undefined || collection.size > 0) return;
    this.#collections.delete(id);
    this.#bytes -= collection.log.bytes;
  }

  /**
   * Stores the object that `make` returns for the next revision. Then calls the observers and listeners of the storage.
   */
  write(id: string, key: string, make: (revision: number) => StoredObject): StoredObject {
    const object = make(this.#revision + 1);
    this.#commit(id, { revision: this.#revision + 1, key, object });
    return object;
  }

  /**
   * Removes the object with a key, and increases the revision. Then calls the observers and listeners of the storage.
   */
  remove(id: string, key: string): void {
    this.#commit(id, { revision: this.#revision + 1, key, object: undefined });
  }

  /** Repeats a write of another storage, so that the write has the same revision in both storages. */
  apply(id: string, event: Omit<StorageEvent, 'previous'>): void {
    this.#commit(id, event);
  }

  /**
   * Raises the revision of this storage without a write. A replica uses this method when the primary storage has
   * increased its revision without a write.
   */
  reach(revision: number): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    for (const listener of [...this.#listeners]) listener();
  }

  /**
   * Replaces the content of all collections, and removes the history. Calls the observers for each change, but not the
   * listeners of the collections. The revision never decreases.
   */
  restore(content: ReadonlyMap<string, CollectionContent>, revision: number): void {
    this.#revision = Math.max(this.#revision, revision) + 1;
    const ids = [...new Set([...this.#collections.keys(), ...content.keys()])];
    const changes = ids.flatMap((id) =>
      this.collection(id)
        .replace(content.get(id) ?? [])
        .map((change) => ({ id, event: { ...change, revision: this.#revision } })),
    );
    for (const { id, event } of changes) this.#count(id, event);
    // The observers are called after all changes, because an observer may read other objects and may write objects.
    for (const { id, event } of changes) {
      for (const observer of [...this.#observers]) observer(id, event);
    }
    this.compact();
  }

  /**
   * Removes the history, so that each resourceVersion that clients know is too old. The revision increases by one, so
   * that the newest known resourceVersion is too old too. In the kube-apiserver, a compaction also increases the
   * revision, because the compactor writes a key in etcd.
   */
  compact(): void {
    this.#revision++;
    for (const collection of this.#collections.values()) collection.log.compact(this.#revision);
    for (const listener of [...this.#listeners]) listener();
  }

  /**
   * Removes the history before `revision`. The resourceVersion `revision` and all later resourceVersions stay valid.
   */
  compactTo(revision: number): void {
    for (const collection of this.#collections.values()) collection.log.compact(revision);
  }

  /** Calls `listener` whenever the revision of the storage has changed. The returned function removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * Calls `observer` for each write to any collection. The storage calls the observers of a write before its listeners.
   * The returned function removes the observer.
   */
  observe(observer: WriteObserver): () => void {
    this.#observers.add(observer);
    return () => {
      this.#observers.delete(observer);
    };
  }

  /**
   * Drops old events until all histories together are within the limit of bytes. Each step drops the oldest event of
   * the largest history. The newest event of each collection stays.
   */
  #trim(): void {
    while (this.#bytes > this.#historyBytes) {
      let largest: EventLog | undefined;
      for (const { log } of this.#collections.values())
        if (log.length > 1 && log.bytes > (largest?.bytes ?? 0)) largest = log;
      if (largest === undefined) return;
      const before = largest.bytes;
      largest.dropOldest();
      this.#bytes += largest.bytes - before;
    }
  }

  #count(id: string, { key, object, previous }: Omit<StorageEvent, 'revision'>): void {
    const more = Number(object !== undefined) - Number(previous !== undefined);
    const slash = key.indexOf('/');
    if (more === 0 || slash < 0) return;
    const namespace = key.slice(0, slash);
    const counts = this.#counts.get(namespace) ?? new Map<string, number>();
    const count = (counts.get(id) ?? 0) + more;
    if (count > 0) this.#counts.set(namespace, counts.set(id, count));
    else if (counts.delete(id) && counts.size === 0) this.#counts.delete(namespace);
  }

  #commit(id: string, { revision, key, object }: Omit<StorageEvent, 'previous'>): void {
    const collection = this.collection(id);
    this.#revision = revision;
    const before = collection.log.bytes;
    const event = collection.write(revision, key, object);
    this.#bytes += collection.log.bytes - before;
    this.#count(id, event);
    this.#trim();
    for (const observer of this.#observers) observer(id, event);
    collection.notify(event);
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * The default limit of bytes for all histories together: 256 MiB. The limit is enough for 10,000 writes to objects of
 * 25 KB.
 */
const maxHistory = 268_435_456;
