import type { Resource } from '../resources/resource.ts';
import { type Place, type RegistryContext, remove } from './context.ts';
import { finishNamespace } from './namespace-lifecycle.ts';

/**
 * Removes an object. If the object was the last object in a namespace that is being deleted, removes the namespace too.
 */
export function removeObject(context: RegistryContext, resource: Resource, place: Place): void {
  remove(context, resource, place);
  if (place.namespace !== '') finishNamespace(context, place.namespace);
}

/**
 * The maximum number of objects that a controller removes in one time slice. The removal of so many objects takes some
 * milliseconds.
 */
export const objectsPerSlice = 100;
