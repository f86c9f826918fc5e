import type { StoredObject } from '../json.ts';
import type { StorageEvent } from '../storage/storage-event.ts';

/** The storage location of an object. */
export interface Item {
  /** The id of the collection that contains the object. */
  readonly id: string;
  readonly key: string;
}

/**
 * An index of the dependents, by the uid of the owner. A dependent is an object that names another object as its owner.
 */
export class Dependents {
  readonly #byOwner = new Map<string, Map<string, Item>>();
  readonly #all = new Map<string, Item>();

  observe(id: string, { key, object, previous }: StorageEvent): void {
    const item = { id, key };
    const now = ownersOf(object);
    for (const uid of ownersOf(previous)) if (!now.has(uid)) this.#remove(uid, item);
    for (const uid of now) this.#add(uid, item);
    if (now.size > 0) this.#all.set(nameOf(item), item);
    else this.#all.delete(nameOf(item));
  }

  /**
   * Returns a live view of the dependents of an owner. If a dependent drops the owner during an iteration, the
   * iteration skips the dependent.
   */
  of(uid: string): Iterable<Item> {
    return this.#byOwner.get(uid)?.values() ?? [];
  }

  /** A live view of all dependents. A dependent with several owners occurs once. */
  get all(): Iterable<Item> {
    return this.#all.values();
  }

  has(uid: string): boolean {
    return this.#byOwner.has(uid);
  }

  #add(uid: string, item: Item): void {
    const items = this.#byOwner.get(uid);
    if (items === undefined) this.#byOwner.set(uid, new Map([[nameOf(item), item]]));
    else items.set(nameOf(item), item);
  }

  #remove(uid: string, item: Item): void {
    const items = this.#byOwner.get(uid);
    items?.delete(nameOf(item));
    if (items?.size === 0) this.#byOwner.delete(uid);
  }
}

/** Returns the key of an object in the index. */
export const nameOf = ({ id, key }: Item): string => `${id} ${key}`;

function ownersOf(object: StoredObject | undefined): ReadonlySet<string> {
  const references = object?.metadata.ownerReferences;
  return references === undefined ? none : new Set(references.map(({ uid }) => uid));
}

const none: ReadonlySet<string> = new Set();
