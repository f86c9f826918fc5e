import type { StoredObject } from '../json.ts';
import type { StorageEvent } from '../storage/storage-event.ts';

/** An object by where it is stored. */
export interface Item {
  /** Of its collection. */
  readonly id: string;
  readonly key: string;
}

/** The objects that name another as their owner, by its uid. */
export class Dependents {
  readonly #byOwner = new Map<string, Map<string, Item>>();
  readonly #all = new Map<string, Item>();

  /** Takes note of a write. */
  observe(id: string, { key, object, previous }: StorageEvent): void {
    const item = { id, key };
    const now = ownersOf(object);
    for (const uid of ownersOf(previous)) if (!now.has(uid)) this.#remove(uid, item);
    for (const uid of now) this.#add(uid, item);
    if (now.size > 0) this.#all.set(nameOf(item), item);
    else this.#all.delete(nameOf(item));
  }

  /** The dependents of an owner as they are while they are read: one that forgets its owner meanwhile is left out. */
  of(uid: string): Iterable<Item> {
    return this.#byOwner.get(uid)?.values() ?? [];
  }

  /** All of them as they are while they are read, each once however many owners it has. */
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

/** What an item is known by. */
export const nameOf = ({ id, key }: Item): string => `${id} ${key}`;

function ownersOf(object: StoredObject | undefined): ReadonlySet<string> {
  const references = object?.metadata.ownerReferences;
  return references === undefined ? none : new Set(references.map(({ uid }) => uid));
}

const none: ReadonlySet<string> = new Set();
