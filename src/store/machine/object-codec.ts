import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { Change } from '../change.ts';
import { isEqualJson } from './same-version.ts';

/** Objects by key, in insertion order. */
export interface ReadonlyObjectMap<T> extends Iterable<[ObjectKey, T]> {
  readonly size: number;
  get(key: ObjectKey): T | undefined;
  has(key: ObjectKey): boolean;
  keys(): Iterable<ObjectKey>;
  values(): Iterable<T>;
}

export interface ObjectMap<T> extends ReadonlyObjectMap<T> {
  /** An existing key keeps its place in the order. */
  set(key: ObjectKey, object: T): unknown;
  delete(key: ObjectKey): boolean;
  /** Compacts the memory after the objects of a list were set. Yields after each step. */
  tidy?(): Iterable<void>;
}

/**
 * The encoding of the objects in a cache. Within the store a `T` can be an encoded object: then only its `metadata.uid` and
 * `metadata.resourceVersion` are readable, and `decode` returns the object. The store never returns an encoded object.
 */
export interface ObjectCodec<T extends KubeObject> {
  /** Whether each read decodes the object again. */
  readonly decodes: boolean;
  readonly createMap: () => ObjectMap<T>;
  readonly keyOf: (stored: T) => ObjectKey;
  /** Returns the decoded object, which may be the stored object. */
  readonly decode: (stored: T) => T;
  /** Whether two objects have the same content. May throw. */
  readonly isEqual: (a: T, b: T) => boolean;
  /** Creates the change for subscribers. Later writes do not affect the change. */
  readonly decodeChange: (change: Change<T>) => Change<T>;
  /**
   * Creates an encoder for the objects of one list, so that a list is encoded while it arrives.
   *
   * @param versionsReset - an object with an equal version can have other content, so it is encoded again
   */
  readonly listEncoder: (objects: ReadonlyObjectMap<T>, versionsReset?: boolean) => (object: T) => T;
}

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
