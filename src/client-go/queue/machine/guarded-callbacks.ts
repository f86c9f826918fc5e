import { HandlerError, type KubeObject, keyOf, type ObjectKey } from '../../../objects/index.ts';

/**
 * Calls the key function and the transform of a queue. If one of the functions throws, the error becomes the cause of a
 * `HandlerError` (B187).
 */
export class GuardedCallbacks<T extends KubeObject> {
  readonly #keyFunc: (object: T) => ObjectKey;
  readonly #transform: ((object: T) => T) | undefined;

  constructor(keyFunc: ((object: T) => ObjectKey) | undefined, transform: ((object: T) => T) | undefined) {
    this.#keyFunc = keyFunc ?? keyOf;
    this.#transform = transform;
  }

  keyOf(object: T): ObjectKey {
    try {
      return this.#keyFunc(object);
    } catch (cause) {
      throw new HandlerError('keyOf', undefined, cause);
    }
  }

  transform(key: ObjectKey | undefined, object: T): T {
    if (this.#transform === undefined) return object;
    try {
      return this.#transform(object);
    } catch (cause) {
      throw new HandlerError('transform', key, cause);
    }
  }
}
