import { keyOf, type KubeObject, type ObjectKey } from '../objects/index.ts';

/**
 * client-go's `DeletedFinalStateUnknown`: an object was deleted, and its final state is unknown. A `Deleted` delta with
 * `finalStateKnown: false` is one.
 */
export interface DeletedFinalStateUnknown<T> {
  readonly key: ObjectKey;
  /** The last known state, if there is one. */
  readonly object: T | undefined;
  readonly finalStateKnown: false;
}

/** Whether it is a tombstone and not an object. */
export function isTombstone<T extends object>(
  thing: T | DeletedFinalStateUnknown<T>,
): thing is DeletedFinalStateUnknown<T> {
  return (thing as Partial<DeletedFinalStateUnknown<T>>).finalStateKnown === false;
}

/**
 * The key of an object or of a tombstone: client-go's `DeletionHandlingMetaNamespaceKeyFunc` (B122). A string is a key itself,
 * client-go's `ExplicitKey`.
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
