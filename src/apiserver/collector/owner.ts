import type { OwnerReference } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';
import { find, type Place, type RegistryContext } from '../registry/context.ts';
import { foregroundDeletion } from '../registry/propagation-policy.ts';
import type { Resource } from '../resources/resource.ts';

/** The resource and the place of an owner. */
export interface OwnerPlace {
  readonly resource: Resource;
  readonly place: Place;
}

/**
 * The state of an owner. `unknown` if the server cannot tell: the kind of the owner is not served, the kind is
 * namespaced and its dependent is not, or a seed brought the dependent without the owner.
 */
export type OwnerState = 'there' | 'absent' | 'waitsForDependents' | 'unknown';

/**
 * Returns the place of the owner of an object: in the namespace of the object, or cluster-scoped. Returns `undefined`
 * if the kind is not served, or is namespaced and the object is not.
 */
export function ownerPlace(
  { catalog }: RegistryContext,
  { metadata: { namespace = '' } }: StoredObject,
  { apiVersion, kind, name }: OwnerReference,
): OwnerPlace | undefined {
  const resource = catalog.findKind(apiVersion, kind);
  if (resource === undefined || (resource.namespaced && namespace === '')) return undefined;
  return { resource, place: { namespace: resource.namespaced ? namespace : '', name } };
}

/** Returns the state of the owner of an object. An object with the same name and another uid is not the owner. */
export function ownerState(
  context: RegistryContext,
  object: StoredObject,
  reference: OwnerReference,
): OwnerState {
  const where = ownerPlace(context, object, reference);
  if (where === undefined || context.foreignOwners.has(reference.uid)) return 'unknown';
  const owner = find(context, where.resource, where.place);
  if (owner?.metadata.uid !== reference.uid) return 'absent';
  return waitsForDependents(owner) ? 'waitsForDependents' : 'there';
}

/** Checks whether an object is being deleted in the foreground, so that its dependents go first. */
export const waitsForDependents = ({ metadata }: StoredObject): boolean =>
  metadata.deletionTimestamp !== undefined && hasFinalizer(metadata, foregroundDeletion);

/** Checks whether metadata has a finalizer. */
export const hasFinalizer = ({ finalizers = [] }: StoredObject['metadata'], finalizer: string): boolean =>
  finalizers.includes(finalizer);
