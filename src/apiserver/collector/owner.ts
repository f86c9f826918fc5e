import type { OwnerReference } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';
import { find, type Place, type RegistryContext } from '../registry/context.ts';
import { foregroundDeletion } from '../registry/propagation-policy.ts';
import type { Resource } from '../resources/resource.ts';

/** The resource, the namespace and the name of an owner. */
export interface OwnerPlace {
  readonly resource: Resource;
  readonly place: Place;
}

/**
 * The state of an owner. The state is `unknown` in three cases:
 *
 * - The server does not serve the kind of the owner.
 * - The kind of the owner is namespaced, and the dependent is cluster-scoped.
 * - A call of `seed()` created the dependent, and the server does not have the owner.
 */
export type OwnerState = 'there' | 'absent' | 'waitsForDependents' | 'unknown';

/**
 * Returns the resource, the namespace and the name of the owner of an object. The owner is in the namespace of the
 * object or is cluster-scoped. Returns `undefined` if the server does not serve the kind of the owner. Returns
 * `undefined` also if the kind of the owner is namespaced and the object is cluster-scoped.
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

/**
 * Returns the state of the owner of an object. An object with the same name but another uid does not count as the
 * owner.
 */
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

/** Returns `true` if an object is being deleted in the foreground, so that its dependents are deleted first. */
export const waitsForDependents = ({ metadata }: StoredObject): boolean =>
  metadata.deletionTimestamp !== undefined && hasFinalizer(metadata, foregroundDeletion);

/** Returns `true` if the metadata of an object contains a finalizer. */
export const hasFinalizer = ({ finalizers = [] }: StoredObject['metadata'], finalizer: string): boolean =>
  finalizers.includes(finalizer);
