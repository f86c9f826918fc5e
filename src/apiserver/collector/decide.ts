import type { OwnerReference } from '../../objects/index.ts';
import { type Json, omit, type StoredObject } from '../json.ts';
import type { Place, RegistryContext } from '../registry/context.ts';
import { deleteObject } from '../registry/delete.ts';
import { foregroundDeletion, orphan } from '../registry/propagation-policy.ts';
import { update } from '../registry/update.ts';
import type { Resource } from '../resources/resource.ts';
import { hasFinalizer, ownerState, waitsForDependents } from './owner.ts';

/** An object with its resource, namespace and name. */
export interface Found {
  readonly resource: Resource;
  readonly place: Place;
  readonly object: StoredObject;
}

/**
 * Deletes an object if none of its owners exists any more. If at least one owner exists, the function removes the
 * absent owners from the metadata of the object.
 *
 * @param dependents - the dependents of the object; the function reads the dependents only if an owner of the object is
 * being deleted in the foreground
 * @param isGone - returns `true` for the uid of an owner whose deletion the collector has seen
 * @throws Refusal if the registry refuses the write
 */
export function collect(
  context: RegistryContext,
  found: Found,
  dependents: Iterable<Found>,
  isGone: (uid: string) => boolean,
): void {
  const { resource, place, object } = found;
  const { ownerReferences = [], uid } = object.metadata;
  if (ownerReferences.length === 0) return;

  const states = ownerReferences.map((reference) => {
    const state = ownerState(context, object, reference);
    return state === 'unknown' && isGone(reference.uid) ? 'absent' : state;
  });
  if (states.includes('unknown')) return;
  if (states.includes('there')) {
    const left = ownerReferences.filter((_, at) => states[at] === 'there');
    if (left.length < ownerReferences.length) setOwners(context, found, left);
    return;
  }
  const preconditions = { uid };
  const owned = states.includes('waitsForDependents') ? [...dependents] : [];
  if (owned.length > 0) {
    // If the owner references kept `blockOwnerDeletion: true`, a cycle of owners that wait for each other would never
    // be deleted.
    if (owned.some((one) => waitsForDependents(one.object))) {
      const unblocked = ownerReferences.map((reference) => ({ ...reference, blockOwnerDeletion: false }));
      setOwners(context, found, unblocked);
    }
    deleteObject(context, resource, place, { propagationPolicy: 'Foreground', preconditions });
    return;
  }
  const propagationPolicy = hasFinalizer(object.metadata, orphan)
    ? 'Orphan'
    : hasFinalizer(object.metadata, foregroundDeletion)
      ? 'Foreground'
      : 'Background';
  deleteObject(context, resource, place, { propagationPolicy, preconditions });
}

/**
 * Completes the foreground deletion of an object, if no dependent blocks the deletion.
 *
 * @throws Refusal if the registry refuses the write
 */
export function finishForeground(context: RegistryContext, found: Found, dependents: Iterable<Found>): void {
  const { uid } = found.object.metadata;
  const isBlocking = ({ object }: Found): boolean =>
    (object.metadata.ownerReferences ?? []).some((one) => one.uid === uid && one.blockOwnerDeletion === true);
  for (const dependent of dependents) if (isBlocking(dependent)) return;
  removeFinalizer(context, found, foregroundDeletion);
}

/**
 * Removes an owner from the owner references of a dependent. `uid` is the uid of the owner.
 *
 * @throws Refusal if the registry refuses the write
 */
export function disown(context: RegistryContext, dependent: Found, uid: string): void {
  const { ownerReferences = [] } = dependent.object.metadata;
  const left = ownerReferences.filter((reference) => reference.uid !== uid);
  setOwners(context, dependent, left);
}

/**
 * Completes the orphaning of an object. The collector calls the function once no dependent names the object as its
 * owner.
 *
 * @throws Refusal if the registry refuses the write
 */
export function finishOrphaning(context: RegistryContext, found: Found): void {
  removeFinalizer(context, found, orphan);
}

function setOwners(context: RegistryContext, found: Found, ownerReferences: readonly OwnerReference[]): void {
  change(context, found, ownerReferences.length === 0 ? {} : { ownerReferences }, 'ownerReferences');
}

function removeFinalizer(context: RegistryContext, found: Found, finalizer: string): void {
  const finalizers = (found.object.metadata.finalizers ?? []).filter((one) => one !== finalizer);
  change(context, found, finalizers.length === 0 ? {} : { finalizers }, 'finalizers');
}

/**
 * Changes the metadata of an object. The write contains the resourceVersion of `found`, so the registry refuses the
 * write if the object has changed.
 */
function change(context: RegistryContext, found: Found, more: Json, without: string): void {
  const { resource, place, object } = found;
  const metadata = { ...omit(object.metadata as unknown as Json, without), ...more };
  update(context, resource, place, { ...object, metadata }, { fieldManager: 'kube-controller-manager' });
}
