import type { StoredObject } from '../json.ts';
import type { StorageEvent } from './storage-event.ts';

/** A reader that follows the writes to a part of a collection. */
export interface Follower {
  /**
   * Called for each write to the part, with the position of the write in the log. The server calls `note` of all
   * followers before it calls `wake` of the first follower.
   */
  note(position: number): void;
  /** Called when the follower can read a new event. */
  wake(): void;
}

/**
 * A part of a collection: the object with one key, or all objects whose keys have a prefix. The prefix is the prefix of
 * a namespace, or empty for all objects.
 */
export interface Part {
  readonly prefix: string;
  readonly key: string | undefined;
  /** If set, the part contains only the objects that have the value of the trait before or after the write. */
  readonly trait?: Trait;
}

/** A label or a field, and the value that it must have. */
export interface Trait {
  /** The name of the label or the field. Two traits with the same name have the same `read` function. */
  readonly name: string;
  readonly value: string;
  /** Returns the value of the label or the field; `undefined` if the object does not have it. */
  readonly read: (object: StoredObject) => string | undefined;
}

/**
 * The followers, by the part of the collection that they follow. The cost of a write depends only on the number of
 * followers whose part contains the written object.
 */
export class Followers {
  readonly #byPart = new Map<string, Group>();

  /**
   * Adds a follower.
   *
   * @returns a function that removes the follower
   */
  add({ prefix, key = prefix, trait }: Part, follower: Follower): () => void {
    const group = this.#byPart.get(key) ?? { all: new Set(), byTrait: new Map() };
    this.#byPart.set(key, group);
    const leave = trait === undefined ? join(group.all, follower) : joinTrait(group, trait, follower);
    return () => {
      leave();
      const isEmpty = group.all.size === 0 && group.byTrait.size === 0;
      if (isEmpty && this.#byPart.get(key) === group) this.#byPart.delete(key);
    };
  }

  /** Returns the followers of a write. The caller may add and remove followers while it iterates over the result. */
  of(event: Omit<StorageEvent, 'revision'>): readonly Follower[] {
    const { key } = event;
    const namespace = key.slice(0, key.indexOf('/') + 1);
    const found: Follower[] = [];
    for (const part of namespace === '' ? ['', key] : ['', namespace, key]) {
      const group = this.#byPart.get(part);
      if (group === undefined) continue;
      found.push(...group.all);
      for (const trait of group.byTrait.values()) found.push(...having(trait, event));
    }
    return found;
  }
}

/**
 * The followers of one part. `all` contains the followers of all objects of the part. `byTrait` contains the followers
 * of the objects with one value, by the name of the trait.
 */
interface Group {
  readonly all: Set<Follower>;
  readonly byTrait: Map<string, ByValue>;
}

interface ByValue {
  readonly read: Trait['read'];
  readonly followers: Map<string, Set<Follower>>;
}

function join(followers: Set<Follower>, follower: Follower): () => void {
  followers.add(follower);
  return () => {
    followers.delete(follower);
  };
}

function joinTrait({ byTrait }: Group, { name, value, read }: Trait, follower: Follower): () => void {
  const byValue = byTrait.get(name) ?? { read, followers: new Map<string, Set<Follower>>() };
  byTrait.set(name, byValue);
  const followers = byValue.followers.get(value) ?? new Set();
  byValue.followers.set(value, followers.add(follower));
  return () => {
    followers.delete(follower);
    if (followers.size > 0 || byValue.followers.get(value) !== followers) return;
    byValue.followers.delete(value);
    if (byValue.followers.size === 0 && byTrait.get(name) === byValue) byTrait.delete(name);
  };
}

/**
 * Yields the followers of the value of an object. If a write changes the value, yields the followers of the new value
 * and the followers of the old value. The followers of the old value must see that the object has left their part.
 */
function* having(
  { read, followers }: ByValue,
  { object, previous }: Pick<StorageEvent, 'object' | 'previous'>,
): Generator<Follower> {
  const is = object && read(object);
  const was = previous && read(previous);
  if (is !== undefined) yield* followers.get(is) ?? [];
  if (was !== undefined && was !== is) yield* followers.get(was) ?? [];
}
