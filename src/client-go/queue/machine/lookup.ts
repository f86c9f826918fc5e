import { type KnownObjects, HandlerError, type KubeObject, type ObjectKey } from '../../../objects/index.ts';

/** What is known of a key, and whether the look-up threw, which tells nothing. */
export interface Found<T> {
  readonly object: T | undefined;
  readonly failed: boolean;
}

/** Asks the known objects, if there are any; a look-up that throws is reported, and finds nothing (B79). */
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
