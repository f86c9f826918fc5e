import { keyOf, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import { type Change, splitIdentity } from '../change.ts';
import { isEqualJson } from './same-version.ts';

/** A map of objects by key, in insertion order. */
export interface ReadonlyObjectMap<T> extends Iterable<[ObjectKey, T]> {
  readonly size: number;
  get(key: ObjectKey): T | undefined;
  has(key: ObjectKey): boolean;
  keys(): Iterable<ObjectKey>;
  values(): Iterable<T>;
}

export interface ObjectMap<T> extends ReadonlyObjectMap<T> {
  /** Adds or replaces the object of a key. An existing key keeps its place in the order. */
  set(key: ObjectKey, object: T): unknown;
  delete(key: ObjectKey): boolean;
  /** Compacts the memory after the objects of a list were set. The iterable yields after each step. */
  tidy?(): Iterable<void>;
}

/**
 * Encodes and decodes the objects of a store. Within the store a value of the type `T` can be an encoded
 * object. Only its `metadata.uid` and `metadata.resourceVersion` can then be read, and `decode` returns the
 * real object. The store never returns an encoded object to a caller.
 */
export interface ObjectCodec<T> {
  /** Whether each read decodes the object again. */
  readonly decodes: boolean;
  /** Whether the changes need `decodeChange`. */
  readonly decodesChanges: boolean;
  readonly createMap: () => ObjectMap<T>;
  /** Returns the decoded object, which may be the stored object. */
  readonly decode: (stored: T) => T;
  /**
   * Creates the change that subscribers get, with decoded objects. Later writes to the store do not affect
   * this change.
   */
  readonly decodeChange: (change: Change<T>) => Change<T>;
}

/** The codec of a store that applies the deltas of a reflector. */
export interface KubeObjectCodec<T extends KubeObject> extends ObjectCodec<T> {
  readonly keyOf: (stored: T) => ObjectKey;
  /** Returns whether two objects have the same content. The function can throw. */
  readonly isEqual: (a: T, b: T) => boolean;
  /**
   * Creates an encoder for the objects of one list, so that the objects are encoded while the list arrives.
   *
   * @param versionsReset - true if the resourceVersions of the server went backwards, for example after a
   * restore of etcd. An object with an equal version can then have other content, so every object is encoded
   * again
   */
  readonly listEncoder: (objects: ReadonlyObjectMap<T>, versionsReset?: boolean) => (object: T) => T;
}

/** Stores the values as they are. */
function plainCodec<T>(): ObjectCodec<T> {
  return {
    decodes: false,
    decodesChanges: false,
    createMap: () => new Map<ObjectKey, T>(),
    decode: (stored) => stored,
    decodeChange: (change) => change,
  };
}

/**
 * Stores the values of several clusters as they are. The keys within the store are identities (see `identityOf`). The
 * changes have the key and the cluster.
 */
export function clusteredCodec<T>(): ObjectCodec<T> {
  return {
    ...plainCodec<T>(),
    decodesChanges: true,
    decodeChange: (change) =>
      change.key.includes('\n') ? Object.freeze({ ...change, ...splitIdentity(change.key) }) : change,
  };
}

/** Stores the objects as they are. */
export function plainObjectCodec<T extends KubeObject>(): KubeObjectCodec<T> {
  return { ...plainCodec<T>(), keyOf, isEqual: isEqualJson, listEncoder: () => (object) => object };
}
