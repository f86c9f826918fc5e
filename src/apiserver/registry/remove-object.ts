import type { Resource } from '../resources/resource.ts';
import { type Place, type RegistryContext, remove } from './context.ts';
import { finishNamespace } from './namespace-lifecycle.ts';

/** Takes an object away for good; a namespace that waited for it goes with its last one. */
export function removeObject(context: RegistryContext, resource: Resource, place: Place): void {
  remove(context, resource, place);
  if (place.namespace !== '') finishNamespace(context, place.namespace);
}

/** Objects that a controller removes before other work has its turn: some milliseconds of work. */
export const objectsPerSlice = 100;
