import type { OwnerReference } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';
import { find, type Place, type RegistryContext } from '../registry/context.ts';
import { foregroundDeletion } from '../registry/propagation-policy.ts';
import type { Resource } from '../resources/resource.ts';

/** Where an owner is. */
export interface OwnerPlace {
  readonly resource: Resource;
  readonly place: Place;
}

/** How an owner is; `unknown` where nobody can say: its kind is not served, or has a namespace that its dependent lacks. */
export type OwnerState = 'there' | 'absent' | 'waitsForDependents' | 'unknown';

/** Where the owner of an object is: in its namespace, or in none. */
export function ownerPlace(
  { catalog }: RegistryContext,
  { metadata: { namespace = '' } }: StoredObject,
  { apiVersion, kind, name }: OwnerReference,
): OwnerPlace | undefined {
  const resource = catalog.findKind(apiVersion, kind);
  if (resource === undefined || (resource.namespaced && namespace === '')) return undefined;
  return { resource, place: { namespace: resource.namespaced ? namespace : '', name } };
}

/** How the owner of an object is; one of the same name and another uid is not it. */
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

/** Whether an object is to go after those that it owns. */
export const waitsForDependents = ({ metadata }: StoredObject): boolean =>
  metadata.deletionTimestamp !== undefined && hasFinalizer(metadata, foregroundDeletion);

/** Whether metadata has a finalizer. */
export const hasFinalizer = ({ finalizers = [] }: StoredObject['metadata'], finalizer: string): boolean =>
  finalizers.includes(finalizer);
