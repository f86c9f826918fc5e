import type { ObjectKey } from '../../objects/index.ts';

/** Objects by key, in insertion order. */
export interface ReadonlyObjectMap<T> extends Iterable<[ObjectKey, T]> {
  readonly size: number;
  get(key: ObjectKey): T | undefined;
  has(key: ObjectKey): boolean;
  keys(): Iterable<ObjectKey>;
  values(): Iterable<T>;
}

/** What a content needs of a `Map`, which is one. */
export interface ObjectMap<T> extends ReadonlyObjectMap<T> {
  /** A key that is there keeps its place. */
  set(key: ObjectKey, object: T): unknown;
  delete(key: ObjectKey): boolean;
  /** Puts it in order after it was filled all at once, in as many steps as one likes; absent: there is nothing to do. */
  tidy?(): Iterable<void>;
}
