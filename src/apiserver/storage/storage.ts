import type { StoredObject } from '../json.ts';
import { Collection, type CollectionContent } from './collection.ts';
import type { EventLog } from './event-log.ts';
import type { StorageEvent } from './storage-event.ts';

/** Is told of each write, and of the collection that it was to. */
export type WriteObserver = (id: string, event: StorageEvent) => void;

/**
 * All collections under one strictly increasing revision, as etcd has it: each write takes the next one, and it is the
 * object's resourceVersion.
 */
export class Storage {
  readonly #historySize: number;
  readonly #historyBytes: number;
  readonly #collections = new Map<string, Collection>();
  readonly #listeners = new Set<() => void>();
  readonly #observers = new Set<WriteObserver>();
  #revision: number;
  /** How many objects each collection has in a namespace, by namespace and collection. */
  readonly #counts = new Map<string, Map<string, number>>();
  /** What the history of all collections takes. */
  #bytes = 0;

  /**
   * @param historySize - writes to each collection that are remembered
   * @param historyBytes - bytes that the memory of all of them may take, about
   */
  constructor(historySize: number, revision = 1, historyBytes: number = mostHistory) {
    this.#historySize = historySize;
    this.#historyBytes = historyBytes;
    this.#revision = revision;
  }

  /** By their ids. */
  get collections(): Iterable<readonly [id: string, collection: Collection]> {
    return this.#collections;
  }

  get revision(): number {
    return this.#revision;
  }

  /** The collection of this name, made on first use. */
  collection(id: string): Collection {
    let collection = this.#collections.get(id);
    if (collection === undefined) {
      collection = new Collection(this.#historySize);
      collection.log.compact(this.#revision);
      this.#collections.set(id, collection);
    }
    return collection;
  }

  /** The collection of this name, where it was used; it is not made. */
  find(id: string): Collection | undefined {
    return this.#collections.get(id);
  }

  /** The ids of the collections that have objects in a namespace. */
  idsIn(namespace: string): Iterable<string> {
    return this.#counts.get(namespace)?.keys() ?? [];
  }

  /** Forgets a collection that has no objects, with its history. */
  forget(id: string): void {
    const collection = this.#collections.get(id);
    if (collection === undefined || collection.size > 0) return;
    this.#collections.delete(id);
    this.#bytes -= collection.log.bytes;
  }

  /** Stores what `make` makes of the new revision, and tells the listeners. */
  write(id: string, key: string, make: (revision: number) => StoredObject): StoredObject {
    const object = make(this.#revision + 1);
    this.#commit(id, { revision: this.#revision + 1, key, object });
    return object;
  }

  /** Removes a key, which takes a revision too, and tells the listeners. */
  remove(id: string, key: string): void {
    this.#commit(id, { revision: this.#revision + 1, key, object: undefined });
  }

  /** Does again what was done to another storage, under the revision that it had there. */
  apply(id: string, event: Omit<StorageEvent, 'previous'>): void {
    this.#commit(id, event);
  }

  /** Goes on to a revision at which nothing was written here. */
  reach(revision: number): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    for (const listener of [...this.#listeners]) listener();
  }

  /**
   * Holds this content from now on, and nothing of what was before. The observers hear of what that changes, the listeners
   * of collections do not; the history is forgotten, and the revision never goes back.
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
    // Behind the last of them: an observer may read what it is not told of, and write.
    for (const { id, event } of changes) {
      for (const observer of [...this.#observers]) observer(id, event);
    }
    this.compact();
  }

  /**
   * Forgets the history: every version handed out so far is too old from now on. The revision goes one up, as it does
   * when the real server's compactor writes its own key, so that even the newest version is.
   */
  compact(): void {
    this.#revision++;
    for (const collection of this.#collections.values()) collection.log.compact(this.#revision);
    for (const listener of [...this.#listeners]) listener();
  }

  /** Forgets what came before a revision; versions from that on are as good as ever. */
  compactTo(revision: number): void {
    for (const collection of this.#collections.values()) collection.log.compact(revision);
  }

  /** Calls back whenever the revision has moved; the function it gives ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Calls back with each write, whatever the collection, before anybody else hears of it; the function it gives ends that. */
  observe(observer: WriteObserver): () => void {
    this.#observers.add(observer);
    return () => {
      this.#observers.delete(observer);
    };
  }

  /** Keeps the history of all collections within bounds: the largest one gives its oldest events up, and keeps the newest. */
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
    collection.tell(event);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** 256 MiB: by default 10,000 writes to objects of 25 KB. */
const mostHistory = 268_435_456;
