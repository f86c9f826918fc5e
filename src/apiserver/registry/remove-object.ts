import type { Resource } from '../resources/resource.ts';
import { type Place, type RegistryContext, remove } from './context.ts';
import { finishNamespace } from './namespace-lifecycle.ts';

/** Removes an object. If it was the last object of a namespace that is being deleted, removes the namespace too. */
export function removeObject(context: RegistryContext, resource: Resource, place: Place): void {
  remove(context, resource, place);
  if (place.namespace !== '') finishNamespace(context, place.namespace);
}

/** The number of objects that a controller removes in one slice: some milliseconds of work. */
export const objectsPerSlice = 100;
