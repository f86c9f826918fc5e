import { keyOf, type KubeObject, type ObjectKey } from '../objects/index.ts';

/**
 * A tombstone of a deleted object whose final state is unknown, as client-go's `DeletedFinalStateUnknown`. A
 * `Deleted` delta with `finalStateKnown: false` is a tombstone.
 */
export interface DeletedFinalStateUnknown<T> {
  readonly key: ObjectKey;
  /** The last known state, or `undefined` if no state is known. */
  readonly object: T | undefined;
  readonly finalStateKnown: false;
}

/** Returns whether the argument is a tombstone. */
export function isTombstone<T extends object>(
  thing: T | DeletedFinalStateUnknown<T>,
): thing is DeletedFinalStateUnknown<T> {
  return (thing as Partial<DeletedFinalStateUnknown<T>>).finalStateKnown === false;
}

/**
 * Returns the key of an object or of a tombstone, as client-go's `DeletionHandlingMetaNamespaceKeyFunc` does (B122). A
 * string counts as a key, as client-go's `ExplicitKey` does.
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
