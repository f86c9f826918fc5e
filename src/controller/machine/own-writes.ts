import {
  compareResourceVersions,
  isOlderVersion,
  keyOf,
  type KubeObject,
  type ObjectKey,
} from '../../objects/index.ts';
import { added, type Change, deleted, type IndexedStore, updated } from '../../store/index.ts';

/** The methods that read a store. Their results also contain the writes of this process. */
export type ReadableStore<T, Index extends string> = Pick<
  IndexedStore<T, Index>,
  'get' | 'list' | 'listKeys' | 'byIndex' | 'indexKeys'
>;

/** A write of this process that the watch has not delivered yet. */
interface OwnWrite<T> {
  readonly key: ObjectKey;
  /** The written object, or `undefined` after a delete. */
  readonly object: T | undefined;
  /** The uid of the written or deleted object. */
  readonly uid: string;
  /** The version of the written object, or the last known version of the deleted object. */
  readonly resourceVersion: string;
  readonly since: number;
}

export interface OwnWritesOptions<T> {
  readonly store: IndexedStore<T>;
  /** The time in ms for which a write is kept. */
  readonly timeout: number;
  readonly now: () => number;
  /** Called with the key of a write that the watch did not deliver in time. */
  readonly onLate: (key: ObjectKey) => void;
  /** Called after a write was kept. */
  readonly onKept: () => void;
  /** Called with a change of the results of `get` that comes from a dropped write, and not from a change of the store. */
  readonly onMissed: (change: Change<T>) => void;
}

/**
 * Reads a store together with the writes of this process that the watch has not delivered to the store yet (G26). A write is
 * kept until the store has the same or a newer version. Without a pending write each read is a read of the store.
 */
export class OwnWrites<T extends KubeObject> implements ReadableStore<T, string> {
  readonly #options: OwnWritesOptions<T>;
  /** The writes by key, the oldest first. */
  readonly #writes = new Map<ObjectKey, OwnWrite<T>>();

  constructor(options: OwnWritesOptions<T>) {
    this.#options = options;
  }

  /** Keeps the answer of the server to a write. */
  wrote(object: T): void {
    const key = keyOf(object);
    const { uid, resourceVersion } = object.metadata;
    const known = this.#writes.get(key);
    // The answer to an older write can arrive after the answer to a newer write.
    if (known !== undefined && isOlderVersion(resourceVersion, known.resourceVersion)) return;
    if (known !== undefined && known.object === undefined && known.uid === uid) return;
    this.#keep({ key, object, uid, resourceVersion, since: this.#options.now() });
  }

  /**
   * Keeps the delete of the object that `get` found when the request was sent. Does nothing if `get` finds no object, or an
   * object with another uid: the delete can be older than that object.
   */
  deleted(key: ObjectKey, uid: string | undefined): void {
    const last = this.get(key);
    if (last === undefined || last.metadata.uid !== uid) return;
    const { resourceVersion } = last.metadata;
    this.#keep({ key, object: undefined, uid, resourceVersion, since: this.#options.now() });
  }

  /** The number of the kept writes. Some of them can be in the store by now. */
  get size(): number {
    return this.#writes.size;
  }

  /** Drops the writes that the store has by now, and the writes that are too old. Returns the number of the other writes. */
  drop(): number {
    for (const key of this.#writes.keys()) this.#pending(key);
    return this.#writes.size;
  }

  get(key: ObjectKey): T | undefined {
    const write = this.#pending(key);
    return write === undefined ? this.#options.store.get(key) : write.object;
  }

  list(): readonly T[] {
    return this.#corrected(this.#options.store.list(), () => true);
  }

  listKeys(): readonly ObjectKey[] {
    return this.#correctedKeys(this.#options.store.listKeys(), () => true);
  }

  byIndex(index: string, value: string): readonly T[] {
    return this.#corrected(this.#options.store.byIndex(index, value), this.#hasValue(index, value));
  }

  indexKeys(index: string, value: string): readonly ObjectKey[] {
    return this.#correctedKeys(this.#options.store.indexKeys(index, value), this.#hasValue(index, value));
  }

  #keep(write: OwnWrite<T>): void {
    this.#writes.delete(write.key);
    this.#writes.set(write.key, write);
    this.#dropOldest();
    this.#options.onKept();
  }

  /** Removes the oldest writes that are not pending. So the map stays short even if the program never reads. */
  #dropOldest(): void {
    for (const key of this.#writes.keys()) if (this.#pending(key) !== undefined) return;
  }

  /**
   * Returns the write of the key if the store does not have it yet, and the write is not too old. Otherwise removes the write.
   * The callbacks can read and write, so a caller must not use a write from before the call.
   */
  #pending(key: ObjectKey): OwnWrite<T> | undefined {
    const write = this.#writes.get(key);
    if (write === undefined) return undefined;
    const { store, timeout, now, onLate, onMissed } = this.#options;
    const stored = store.get(key);
    const isSeen = this.#isSeen(write, stored);
    if (!isSeen && now() - write.since < timeout) return write;
    this.#writes.delete(key);
    if (!isSeen) onLate(key);
    // If the store has the write or a newer object, the change of the store was the last change of this key. An absent object
    // is different: the store can have missed both the write and the delete, for example by a relist.
    const missed = isSeen && stored !== undefined ? undefined : changeOf(write, stored);
    if (missed !== undefined) onMissed(missed);
    return undefined;
  }

  #isSeen({ object, uid, resourceVersion }: OwnWrite<T>, stored: T | undefined): boolean {
    const { store } = this.#options;
    // The store has received all changes up to its own version. If this version is not older than the write, and the
    // object is absent, the object was deleted after the write.
    if (stored === undefined)
      return (
        store.hasSynced &&
        (compareResourceVersions(store.completeVersion ?? store.resourceVersion, resourceVersion) ?? -1) >= 0
      );
    if (object === undefined)
      return stored.metadata.uid !== uid && !isOlderVersion(stored.metadata.resourceVersion, resourceVersion);
    return !isOlderVersion(stored.metadata.resourceVersion, resourceVersion);
  }

  #allPending(): readonly OwnWrite<T>[] {
    if (this.#writes.size === 0) return [];
    this.drop();
    return [...this.#writes.values()];
  }

  #corrected(stored: readonly T[], fits: (object: T) => boolean): readonly T[] {
    const pending = this.#allPending();
    if (pending.length === 0) return stored;
    const isPending = new Set(pending.map(({ key }) => key));
    return [...stored.filter((object) => !isPending.has(keyOf(object))), ...objectsOf(pending).filter(fits)];
  }

  #correctedKeys(stored: readonly ObjectKey[], fits: (object: T) => boolean): readonly ObjectKey[] {
    const pending = this.#allPending();
    if (pending.length === 0) return stored;
    const isPending = new Set(pending.map(({ key }) => key));
    return [...stored.filter((key) => !isPending.has(key)), ...objectsOf(pending).filter(fits).map(keyOf)];
  }

  #hasValue(index: string, value: string): (object: T) => boolean {
    const indexFunc = (
      this.#options.store.getIndexers() as Readonly<Record<string, (object: T) => readonly string[]>>
    )[index];
    return (object) => indexFunc?.(object).includes(value) === true;
  }
}

const objectsOf = <T>(writes: readonly OwnWrite<T>[]): readonly T[] =>
  writes.flatMap(({ object }) => (object === undefined ? [] : [object]));

/** Returns the change from the dropped write to the stored object, or `undefined` if neither of them has an object. */
function changeOf<T>({ key, object }: OwnWrite<T>, stored: T | undefined): Change<T> | undefined {
  if (object === undefined) return stored === undefined ? undefined : added(key, stored, 'relist');
  return stored === undefined
    ? deleted(key, object, false, 'relist')
    : updated(key, object, stored, 'relist');
}
