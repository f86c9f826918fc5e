import type { KubeObject, Rule } from '../objects/index.ts';
import type { ObjectCodec } from './machine/object-codec.ts';

/** How a store keeps its objects; `compact()` is one. */
export class ObjectStorage {
  readonly #createCodec: <T extends KubeObject>() => ObjectCodec<T>;

  /** @internal */
  constructor(createCodec: <T extends KubeObject>() => ObjectCodec<T>) {
    this.#createCodec = createCodec;
    Object.freeze(this);
  }

  /** @internal */
  createCodec<T extends KubeObject>(): ObjectCodec<T> {
    return this.#createCodec();
  }
}

/** A storage that this library made. */
export const aStorage: Rule = {
  allowed: 'what compact() returns',
  test: (given) => given instanceof ObjectStorage,
};
