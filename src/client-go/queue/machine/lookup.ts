import { type KnownObjects, HandlerError, type KubeObject, type ObjectKey } from '../../../objects/index.ts';

/**
 * The result of a look-up: whether the consumer of the queue has an object with the key. If the look-up
 * failed, the answer is not certain.
 */
export interface Found<T> {
  readonly object: T | undefined;
  readonly failed: boolean;
}

/**
 * Reads `knownObjects` of a queue: the objects that the consumer already has. A queue may have no
 * `knownObjects`. If a look-up throws, `onError` receives the error (B79).
 */
export class Lookup<T extends KubeObject> {
  readonly #known: KnownObjects<T> | undefined;
  readonly #onError: (error: HandlerError) => void;

  constructor(known: KnownObjects<T> | undefined, onError: (error: HandlerError) => void) {
    this.#known = known;
    this.#onError = onError;
  }

  keys(): readonly ObjectKey[] {
    return this.#known?.listKeys() ?? [];
  }

  find(key: ObjectKey): Found<T> {
    try {
      return { object: this.#known?.get(key), failed: false };
    } catch (cause) {
      this.#onError(new HandlerError('knownObjects.get', key, cause));
      return { object: undefined, failed: true };
    }
  }
}
