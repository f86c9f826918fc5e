import { isSame, type StoredObject } from '../json.ts';

/**
 * The treatment of the objects that a deleted object owns: `Foreground` deletes the owned objects before the owner,
 * `Background` deletes the owned objects after the owner, and `Orphan` keeps the owned objects.
 */
export type PropagationPolicy = 'Foreground' | 'Background' | 'Orphan';

/** The propagation policies in the order of the error messages of the kube-apiserver. */
export const propagationPolicies: readonly PropagationPolicy[] = ['Foreground', 'Background', 'Orphan'];

/**
 * The finalizer of the policy `Foreground`. The finalizer delays the removal of an object until all owned objects with
 * `blockOwnerDeletion` are removed.
 */
export const foregroundDeletion = 'foregroundDeletion';

/**
 * The finalizer of the policy `Orphan`. The finalizer delays the removal of an owner until no other object refers to
 * the owner.
 */
export const orphan = 'orphan';

/**
 * Returns a deleted object with the finalizer of its propagation policy (P92). The garbage collector reads the
 * finalizer. Without a policy, the finalizers stay unchanged. If nothing changes, returns the same object.
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
