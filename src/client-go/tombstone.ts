import { keyOf, type KubeObject, type ObjectKey } from '../objects/index.ts';

/**
 * client-go's `DeletedFinalStateUnknown`: an object is gone, and nobody saw how it ended. A `Deleted` delta with
 * `finalStateKnown: false` is one.
 */
export interface DeletedFinalStateUnknown<T> {
  readonly key: ObjectKey;
  /** The last state known; absent where not even that is. */
  readonly object: T | undefined;
  readonly finalStateKnown: false;
}

/** Whether a thing stands for an object whose end nobody saw. */
export function isTombstone<T extends object>(
  thing: T | DeletedFinalStateUnknown<T>,
): thing is DeletedFinalStateUnknown<T> {
  return (thing as Partial<DeletedFinalStateUnknown<T>>).finalStateKnown === false;
}

/**
 * The key of an object, of a tombstone, or of a key: client-go's `DeletionHandlingMetaNamespaceKeyFunc` (B122). A
 * string is what client-go calls an `ExplicitKey`, and stands for itself.
 *
 * @example
 * ```ts
 * deletionHandlingKeyOf({ key: 'shop/web', object: undefined, finalStateKnown: false }); // 'shop/web'
 * ```
 */
export function deletionHandlingKeyOf<T extends KubeObject>(
  thing: T | DeletedFinalStateUnknown<T> | ObjectKey,
): ObjectKey {
  if (typeof thing === 'string') return thing;
  return isTombstone(thing) ? thing.key : keyOf(thing);
}
