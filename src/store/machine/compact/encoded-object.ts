import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { Place, Segment } from './arena.ts';
import { lengthOf, objectAt, type Version, versionAt } from './record.ts';
import type { Cause, Change } from '../../change.ts';

/**
 * An object as bytes. The bytes are parsed at each read. The encoded object references its segment, so the
 * object stays readable after the store has changed.
 */
export class EncodedObject<T extends KubeObject> implements Place {
  readonly key: ObjectKey;
  readonly segment: Segment;
  readonly at: number;
  #version: Version | undefined;
  #shared: WeakRef<T> | undefined;

  constructor(key: ObjectKey, { segment, at }: Place) {
    this.key = key;
    this.segment = segment;
    this.at = at;
  }

  /** The length of the record, in bytes. */
  get length(): number {
    return lengthOf(this);
  }

  /** The uid and the resourceVersion of the object. Both are read without parsing the object. */
  get metadata(): Version {
    return (this.#version ??= versionAt(this));
  }

  /**
   * Returns the parsed and frozen object. While a reader keeps the parsed object, each read returns the same
   * object. The reference to the parsed object is weak, because otherwise the changes of a list would keep
   * all parsed objects of the list in memory.
   */
  get shared(): T {
    const last = this.#shared?.deref();
    if (last !== undefined) return last;
    const object = objectAt(this) as T;
    this.#shared = new WeakRef(object);
    return object;
  }

  /**
   * Returns the parsed and frozen object without a new WeakRef. A WeakRef keeps its object until the current
   * job ends. So a loop that creates one WeakRef for each object would keep all objects in memory.
   */
  get object(): T {
    return this.#shared?.deref() ?? (objectAt(this) as T);
  }

  /**
   * Returns this encoded object with the type `T`, for code that reads only its uid and its resourceVersion.
   */
  asObject(): T {
    return this as unknown as T;
  }
}

/** Parses an encoded object. Returns any other object unchanged. */
export function decodeObject<T extends KubeObject>(stored: T): T {
  return stored instanceof EncodedObject ? (stored as EncodedObject<T>).object : stored;
}

/**
 * A change whose `old` and `object` are parsed at their first read, once for all readers. `old` and `object`
 * are own, enumerable accessors. All changes share the getters of these accessors, so a change costs 0.4 µs
 * and 72 bytes. If each change had its own getters, a change would cost 1.6 µs and 760 bytes.
 */
class LazyChange<T extends KubeObject> {
  static readonly #oldProperty: PropertyDescriptor & ThisType<LazyChange<KubeObject>> = {
    enumerable: true,
    get() {
      return shared(this.#old);
    },
  };
  static readonly #objectProperty: PropertyDescriptor & ThisType<LazyChange<KubeObject>> = {
    enumerable: true,
    get() {
      return shared(this.#object);
    },
  };

  // These members have no initializers. So the constructor can create the members in the same order as in
  // other changes.
  declare readonly type: Change<T>['type'];
  declare readonly key: ObjectKey;
  declare readonly finalStateKnown: boolean;
  declare readonly cause: Cause;
  readonly #old: T;
  readonly #object: T;

  constructor(change: Change<T>) {
    const { type, key, object, cause } = change;
    this.type = type;
    this.key = key;
    this.#object = object;
    this.#old = type === 'updated' ? change.old : object;
    if (type === 'updated') Object.defineProperty(this, 'old', LazyChange.#oldProperty);
    Object.defineProperty(this, 'object', LazyChange.#objectProperty);
    if (type === 'deleted') this.finalStateKnown = change.finalStateKnown;
    this.cause = cause;
    Object.freeze(this);
  }
}

function shared<T extends KubeObject>(stored: T): T {
  return stored instanceof EncodedObject ? (stored as EncodedObject<T>).shared : stored;
}

export function lazyChange<T extends KubeObject>(change: Change<T>): Change<T> {
  if (change instanceof LazyChange) return change;
  const isLazy =
    change.object instanceof EncodedObject ||
    (change.type === 'updated' && change.old instanceof EncodedObject);
  return isLazy ? (new LazyChange(change) as unknown as Change<T>) : change;
}
