import type { StoredObject } from '../json.ts';
import type { StorageEvent } from './storage-event.ts';

/** A reader, such as a watch, that the storage calls for each write to a part of a collection. */
export interface Follower {
  /**
   * The storage calls `note` for each write to the part. `position` is the position of the write in the log. The
   * storage calls `note` of all followers before it calls `wake` of the first follower.
   */
  note(position: number): void;
  /** The storage calls `wake` when the follower can read a new event. */
  wake(): void;
}

/**
 * The objects of a collection that a follower watches: the object with one key, or all objects whose keys begin with a
 * prefix. The prefix is `namespace/`, or empty for all objects.
 */
export interface Part {
  readonly prefix: string;
  readonly key: string | undefined;
  /**
   * If set, the part contains only the objects that meet this condition on a label or a field, before or after the
   * write.
   */
  readonly trait?: Trait;
}

/** A condition on an object: one label or one field must have one value. */
export interface Trait {
  /** The name of the label or the field. Two traits with the same name must have the same `read` function. */
  readonly name: string;
  readonly value: string;
  /**
   * Returns the value of the label or the field. Returns `undefined` if the object does not have the label or the
   * field.
   */
  readonly read: (object: StoredObject) => string | undefined;
}

/**
 * All followers of a collection, grouped by the part of the collection that they watch. A write costs only time for the
 * followers whose part contains the written object.
 */
export class Followers {
  readonly #byPart = new Map<string, Group>();

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

  /**
   * Returns the followers whose part contains the written object. The caller may add and remove followers while it
   * iterates over the result.
   */
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
 * The followers of one key or prefix. `all` contains the followers without a trait. `byTrait` contains the other
 * followers, grouped by the name of their trait and then by the value of the trait.
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
 * Yields the followers that need the value of the written object. If the write changes the value, also yields the
 * followers that need the old value, because the object leaves their part.
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
