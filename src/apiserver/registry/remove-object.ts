import type { Resource } from '../resources/resource.ts';
import { type Place, type RegistryContext, remove } from './context.ts';
import { finishNamespace } from './namespace-lifecycle.ts';

/** Removes an object. If a namespace is being deleted and the object was its last object, removes the namespace too. */
export function removeObject(context: RegistryContext, resource: Resource, place: Place): void {
  remove(context, resource, place);
  if (place.namespace !== '') finishNamespace(context, place.namespace);
}

/** The maximum number of objects that a controller removes in one slice. The removal takes some milliseconds. */
export const objectsPerSlice = 100;
