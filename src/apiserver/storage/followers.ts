import type { StoredObject } from '../json.ts';
import type { StorageEvent } from './storage-event.ts';

/** Who reads the history of a part of a collection. */
export interface Follower {
  /** A write at this position of the log is to that part; said of each, before anybody is woken. */
  note(position: number): void;
  /** There is something to read. */
  wake(): void;
}

/** A part of a collection: one key, or those with a prefix, which is a namespace's or empty for all. */
export interface Part {
  readonly prefix: string;
  readonly key: string | undefined;
  /** Leaves of that the objects that have a value, before or after the write. */
  readonly trait?: Trait;
}

/** A label or a field, and the value that it must have. */
export interface Trait {
  /** The same for all that are read alike. */
  readonly name: string;
  readonly value: string;
  /** Gives `undefined` where an object has none. */
  readonly read: (object: StoredObject) => string | undefined;
}

/** Followers by the part that they follow: a write costs what those cost whom it concerns, however many others there are. */
export class Followers {
  readonly #byPart = new Map<string, Group>();

  /** @returns what takes it out again */
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

  /** Those whom a write concerns; they may come and go while they are looked at. */
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

/** Those who follow one part: all of it, or the objects that have a value, by what it is read from. */
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

/** A write that changes the value concerns those of the old one, who lose the object, and those of the new one. */
function* having(
  { read, followers }: ByValue,
  { object, previous }: Pick<StorageEvent, 'object' | 'previous'>,
): Generator<Follower> {
  const is = object && read(object);
  const was = previous && read(previous);
  if (is !== undefined) yield* followers.get(is) ?? [];
  if (was !== undefined && was !== is) yield* followers.get(was) ?? [];
}
