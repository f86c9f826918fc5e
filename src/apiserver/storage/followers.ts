import type { StoredObject } from '../json.ts';
import type { StorageEvent } from './storage-event.ts';

/** A reader of the history of a part of a collection. */
export interface Follower {
  /**
   * Called for each write to the part, with the position of the write in the log. All followers of a write are called
   * before the first `wake`.
   */
  note(position: number): void;
  /** Called when there is something to read. */
  wake(): void;
}

/**
 * A part of a collection: one key, or all keys with a prefix. The prefix is that of a namespace, or empty for all keys.
 */
export interface Part {
  readonly prefix: string;
  readonly key: string | undefined;
  /** Limits the part to objects that have this value before or after the write. */
  readonly trait?: Trait;
}

/** A label or a field, and the value that it must have. */
export interface Trait {
  /** Equal for all traits that read the same value of an object. */
  readonly name: string;
  readonly value: string;
  /** Returns the value; `undefined` if an object has none. */
  readonly read: (object: StoredObject) => string | undefined;
}

/**
 * The followers, by the part that they follow. The cost of a write depends only on the number of followers of its part.
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

  /** Returns the followers of a write. Followers may be added and removed while the caller iterates over the result. */
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
 * The followers of one part: of all its objects, or of the objects with a value. The latter by the name of the trait.
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
 * Yields the followers of a value. A write that changes the value concerns the followers of the new value and those of
 * the old value, which lose the object.
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
