import { isSame, type StoredObject } from '../json.ts';

/** What happens to the objects that a deleted object owns: they are deleted before it or after it, or they stay. */
export type PropagationPolicy = 'Foreground' | 'Background' | 'Orphan';

/** The policies in the order of the messages of the real server. */
export const propagationPolicies: readonly PropagationPolicy[] = ['Foreground', 'Background', 'Orphan'];

/** The finalizer that keeps an object until the owned objects that block its deletion are gone. */
export const foregroundDeletion = 'foregroundDeletion';

/** The finalizer that keeps an object until the owned objects have no reference to it. */
export const orphan = 'orphan';

/**
 * Returns the object with the finalizer that tells the garbage collector the policy (P92). Without a policy the object
 * keeps its finalizers. Returns the same object if nothing changes.
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
