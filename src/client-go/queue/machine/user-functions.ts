import { HandlerError, type KubeObject, keyOf, type ObjectKey } from '../../../objects/index.ts';

/** The functions that a queue is given, with what they throw as a `HandlerError` (B187). */
export class UserFunctions<T extends KubeObject> {
  readonly #key: (object: T) => ObjectKey;
  readonly #transform: ((object: T) => T) | undefined;

  constructor(key: ((object: T) => ObjectKey) | undefined, transform: ((object: T) => T) | undefined) {
    this.#key = key ?? keyOf;
    this.#transform = transform;
  }

  keyOf(object: T): ObjectKey {
    try {
      return this.#key(object);
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
