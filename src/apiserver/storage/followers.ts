import type { StoredObject } from '../json.ts';
import type { StorageEvent } from './storage-event.ts';

/**
 * A reader, such as a watch, that the storage calls for each write to certain objects of a collection. A {@link Part}
 * describes the objects.
 */
export interface Follower {
  /**
   * The storage calls `note` for each write to an object that the follower watches. `position` is the position of the
   * write in the log. The storage calls `note` of all followers before it calls `wake` of the first follower.
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
   * A condition on a label or a field. If the condition is present, the follower watches only the objects that meet the
   * condition before or after the write.
   */
  readonly trait?: Trait;
}

/** A condition on an object: a label or a field must have a given value. */
export interface Trait {
  /** The name of the label or the field. Two conditions with the same name must have the same `read` function. */
  readonly name: string;
  readonly value: string;
  /**
   * Returns the value of the label or the field. Returns `undefined` if the object does not have the label or the
   * field.
   */
  readonly read: (object: StoredObject) => string | undefined;
}

/**
 * All followers of a collection, grouped by the objects that a follower watches. The time of a write depends only on
 * the number of followers that watch the written object, not on the number of all followers.
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
   * Returns the followers that watch the written object. The caller may add and remove followers while the caller
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
 * The followers of one key or prefix. `all` contains the followers without a condition on a label or a field. `byTrait`
 * contains the followers with a condition, grouped by the name of the condition and then by the required value.
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
 * Yields the followers whose condition requires the new value of the label or field. If the write changes the value,
 * also yields the followers whose condition requires the old value, because for these followers the object disappears.
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
