import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { Place } from './arena.ts';
import { lengthOf, objectAt, type Version, versionAt } from './record.ts';
import type { Segment } from './segment.ts';

/**
 * An object as bytes, which is parsed when it is read. It holds its segment, so it can be read at any time, whatever has become
 * of the store.
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

  /** In bytes. */
  get length(): number {
    return lengthOf(this);
  }

  /** As much as is compared, read without parsing the object. */
  get metadata(): Version {
    return (this.#version ??= versionAt(this));
  }

  /**
   * Parsed when it is asked for, and frozen; the same as last time as long as anybody has that. Held weakly, for the
   * changes of a list wait together until the last was read, and would keep all of it.
   */
  get shared(): T {
    const last = this.#shared?.deref();
    if (last !== undefined) return last;
    const object = objectAt(this) as T;
    this.#shared = new WeakRef(object);
    return object;
  }

  /**
   * Parsed for whoever asks, and frozen. A new WeakRef keeps its object until the job ends, so a loop over all objects
   * that made one each would hold them all.
   */
  get object(): T {
    return this.#shared?.deref() ?? (objectAt(this) as T);
  }

  /** In the place of the object, where only its key and its version are asked for. */
  asObject(): T {
    return this as unknown as T;
  }
}

/** The object of an encoded one; any other as it is. */
export function decodeObject<T extends KubeObject>(stored: T): T {
  return stored instanceof EncodedObject ? (stored as EncodedObject<T>).object : stored;
}
