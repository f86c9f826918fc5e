import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { Change } from '../change.ts';
import { isEqualJson } from './is-same.ts';

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

/**
 * How a cache stores its objects. Within the store a `T` may be an encoded object: it can be compared by `metadata.uid` and
 * `metadata.resourceVersion`, and only `decode` makes the object of it. No encoded object leaves the store.
 */
export interface ObjectCodec<T extends KubeObject> {
  /** Whether each read decodes the object anew. */
  readonly decodes: boolean;
  /** Makes an empty map, which encodes what it is given. */
  readonly createMap: () => ObjectMap<T>;
  readonly keyOf: (stored: T) => ObjectKey;
  /** The object itself, which may be stored as it is. */
  readonly decode: (stored: T) => T;
  /** Whether two objects have the same content. May throw. */
  readonly isEqual: (a: T, b: T) => boolean;
  /** The change for subscribers; once emitted it does not alter. */
  readonly decodeChange: (change: Change<T>) => Change<T>;
  /**
   * Makes an encoder for the objects of one list, so that a list is encoded as it comes in.
   *
   * @param versionsReset - no object is taken for unchanged because its version is
   */
  readonly listEncoder: (objects: ReadonlyObjectMap<T>, versionsReset?: boolean) => (object: T) => T;
}

/** Stores objects as they are. */
export function plainCodec<T extends KubeObject>(): ObjectCodec<T> {
  return {
    decodes: false,
    createMap: () => new Map<ObjectKey, T>(),
    keyOf,
    decode: (stored) => stored,
    isEqual: isEqualJson,
    decodeChange: (change) => change,
    listEncoder: () => (object) => object,
  };
}
