import { compareResourceVersions, keyOf, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import { LruExpireCache } from './lru-expire-cache.ts';

/** A write of one's own, or the end of an object whose late writes are ignored. */
type Entry<T> =
  | { readonly type: 'mutation'; readonly object: T }
  | { readonly type: 'end'; readonly uid: string; readonly resourceVersion: string };

/** What was written and not yet seen, by key: the last hundred, each for a time. */
export class Overlay<T extends KubeObject> {
  readonly #entries: LruExpireCache<Entry<T>>;
  readonly #ttl: number;

  /** @param ttl - in ms */
  constructor(ttl: number, now: () => number) {
    this.#entries = new LruExpireCache(MOST, now);
    this.#ttl = ttl;
  }

  keys(): readonly ObjectKey[] {
    return this.#entries.keys();
  }

  find(key: ObjectKey): T | undefined {
    const entry = this.#entries.get(key);
    return entry?.type === 'mutation' ? entry.object : undefined;
  }

  /** The newer of the two; a write that is older is forgotten. What cannot be compared is not newer. */
  newerOf(key: ObjectKey, stored: T): T {
    const written = this.find(key);
    if (written === undefined) return stored;
    const order = compare(stored, written);
    if (order > 0) this.#entries.delete(key);
    return order < 0 ? written : stored;
  }

  write(object: T): void {
    const key = keyOf(object);
    const entry = this.#entries.get(key);
    if (entry?.type === 'mutation' && compare(object, entry.object) < 0) return;
    if (entry?.type === 'end' && !isReborn(object, entry)) return;
    this.#entries.set(key, { type: 'mutation', object }, this.#ttl);
  }

  seen(object: T): void {
    const key = keyOf(object);
    const written = this.find(key);
    if (written !== undefined && compare(object, written) >= 0) this.#entries.delete(key);
  }

  ended(key: ObjectKey, last: T | undefined): void {
    if (last === undefined) {
      this.#entries.delete(key);
      return;
    }
    const { uid, resourceVersion } = last.metadata;
    const written = this.find(key);
    if (written !== undefined && written.metadata.uid !== uid && compare(last, written) <= 0) return;
    this.#entries.set(key, { type: 'end', uid, resourceVersion }, this.#ttl);
  }
}

/** client-go's default size. */
const MOST = 100;

function isReborn(
  { metadata }: KubeObject,
  end: { readonly uid: string; readonly resourceVersion: string },
): boolean {
  const order = compareResourceVersions(metadata.resourceVersion, end.resourceVersion) ?? 0;
  return metadata.uid !== end.uid && order > 0;
}

function compare({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number {
  return compareResourceVersions(a.resourceVersion, b.resourceVersion) ?? 0;
}
