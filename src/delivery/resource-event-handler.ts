import type { HandlerError, Rule } from '../objects/index.ts';
import { aFunction, anObject } from '../objects/index.ts';

/**
 * client-go's `ResourceEventHandler`. Methods that are absent are skipped (B166). A promise or observable that one
 * returns is awaited, to its end, before the next is called.
 */
export interface ResourceEventHandler<T> {
  /** Who is named in an error; default that of its class, or of the first of its functions that has another (B170). */
  readonly name?: string;
  /** `isInInitialList`: of the first list, or of what a latecomer finds (B116, B161). */
  onAdd?(object: T, isInInitialList: boolean): unknown;
  /** A resync, too: then `old === object`. */
  onUpdate?(old: T, object: T): unknown;
  /**
   * `finalStateKnown: false`: a list no longer had the object, or its new state could not be frozen after the transform, so that
   * the object may still exist. `object` is the last state known.
   */
  onDelete?(object: T, finalStateKnown: boolean): unknown;
  /**
   * Hears what the others threw: that change counts as handled, the next one comes (against B152 and B153). Absent:
   * RxJS's unhandled error, as if thrown in `subscribe`.
   */
  onError?(error: HandlerError): void;
}

/** An object whose methods of these names, where it has them, are functions. */
export const aHandler: Rule = {
  allowed: 'a handler: { onAdd?, onUpdate?, onDelete?, onError? }',
  test: (given) => {
    if (!anObject.test(given)) return false;
    const methods = given as Readonly<Record<string, unknown>>;
    return ['onAdd', 'onUpdate', 'onDelete', 'onError'].every(
      (name) => methods[name] === undefined || aFunction.test(methods[name]),
    );
  },
};

/**
 * The name of a handler in an error: its own, that of its class, or that of the first of its functions whose name is not that of
 * the method (B170).
 */
export function nameForHandler<T>(handler: ResourceEventHandler<T>): string | undefined {
  if (typeof handler.name === 'string' && handler.name !== '') return handler.name;
  const { constructor } = handler as { readonly constructor?: unknown };
  // By name: an object of another realm has another Object.
  if (typeof constructor === 'function' && constructor.name !== 'Object' && constructor.name !== '') {
    return constructor.name;
  }
  return (['onAdd', 'onUpdate', 'onDelete'] as const)
    .map((method) => ({ method, name: handler[method]?.name ?? '' }))
    .find(({ method, name }) => name !== '' && name !== method)?.name;
}
