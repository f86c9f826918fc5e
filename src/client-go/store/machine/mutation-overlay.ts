import { compareResourceVersions, keyOf, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import { LruExpireCache } from './lru-expire-cache.ts';

/**
 * A write by your program, or the delete of an object. If the response to a write of an object arrives
 * after the delete of the object, the overlay ignores the response.
 */
type Entry<T> =
  | { readonly type: 'mutation'; readonly object: T }
  | { readonly type: 'deleted'; readonly uid: string; readonly resourceVersion: string };

/**
 * Keeps the last hundred writes of your program, by key, until the watch delivers them or their time to live
 * ends.
 */
export class MutationOverlay<T extends KubeObject> {
  readonly #entries: LruExpireCache<Entry<T>>;
  readonly #ttl: number;

  /** @param ttl - the time in ms for which a write is kept */
  constructor(ttl: number, now: () => number) {
    this.#entries = new LruExpireCache(MAX_ENTRIES, now);
    this.#ttl = ttl;
  }

  keys(): readonly ObjectKey[] {
    return this.#entries.keys();
  }

  find(key: ObjectKey): T | undefined {
    const entry = this.#entries.get(key);
    return entry?.type === 'mutation' ? entry.object : undefined;
  }

  /**
   * Returns the newer of the stored object and the write of your program. A write that is older than the
   * stored object is removed. If the versions cannot be compared, the result is the stored object.
   */
  newerOf(key: ObjectKey, stored: T): T {
    const written = this.find(key);
    if (written === undefined) return stored;
    const order = compare(stored, written);
    if (order > 0) this.#entries.delete(key);
    return order < 0 ? written : stored;
  }

  mutation(object: T): void {
    const key = keyOf(object);
    const entry = this.#entries.get(key);
    if (entry?.type === 'mutation' && compare(object, entry.object) < 0) return;
    if (entry?.type === 'deleted' && !isRecreated(object, entry)) return;
    this.#entries.set(key, { type: 'mutation', object }, this.#ttl);
  }

  onAddOrUpdate(object: T): void {
    const key = keyOf(object);
    const written = this.find(key);
    if (written !== undefined && compare(object, written) >= 0) this.#entries.delete(key);
  }

  onDelete(key: ObjectKey, last: T | undefined): void {
    if (last === undefined) {
      this.#entries.delete(key);
      return;
    }
    const { uid, resourceVersion } = last.metadata;
    const written = this.find(key);
    if (written !== undefined && written.metadata.uid !== uid && compare(last, written) <= 0) return;
    this.#entries.set(key, { type: 'deleted', uid, resourceVersion }, this.#ttl);
  }
}

/** The maximum number of writes, which is the default of client-go. */
const MAX_ENTRIES = 100;

function isRecreated(
  { metadata }: KubeObject,
  deleted: { readonly uid: string; readonly resourceVersion: string },
): boolean {
  const order = compareResourceVersions(metadata.resourceVersion, deleted.resourceVersion) ?? 0;
  return metadata.uid !== deleted.uid && order > 0;
}

function compare({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number {
  return compareResourceVersions(a.resourceVersion, b.resourceVersion) ?? 0;
}
