import { isSame, type StoredObject } from '../json.ts';

/** What becomes of the objects that a deleted one owns: they go before it, after it, or stay. */
export type PropagationPolicy = 'Foreground' | 'Background' | 'Orphan';

/** In the order in which the real server names them. */
export const propagationPolicies: readonly PropagationPolicy[] = ['Foreground', 'Background', 'Orphan'];

/** Holds an object until those that it owns, and that say so, are gone. */
export const foregroundDeletion = 'foregroundDeletion';

/** Holds an object until those that it owns have forgotten it. */
export const orphan = 'orphan';

/**
 * The object with the finalizer that a policy is told to the garbage collector by (P92); without a policy it keeps the one
 * that it has. The object itself where nothing changes.
 */
export function withPolicy(object: StoredObject, policy: PropagationPolicy | undefined): StoredObject {
  const { finalizers = [] } = object.metadata;
  if (policy === undefined) return object;
  const others = finalizers.filter((one) => one !== foregroundDeletion && one !== orphan);
  const next = [...others, ...finalizersOf[policy]];
  return isSame(next, finalizers)
    ? object
    : { ...object, metadata: { ...object.metadata, finalizers: next } };
}

const finalizersOf: Readonly<Record<PropagationPolicy, readonly string[]>> = {
  Foreground: [foregroundDeletion],
  Background: [],
  Orphan: [orphan],
};
