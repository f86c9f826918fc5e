import type { Resource } from '../resources/resource.ts';
import { asStored } from '../schema/as-stored.ts';
import type { ObjectInput } from './object-input.ts';

/** Returns an object from a client in the form in which the server stores the object and returns it later. */
export function inStorage({ builtIn, schema }: Resource, object: ObjectInput): ObjectInput {
  return builtIn && schema !== undefined ? (asStored(schema, object) as ObjectInput) : object;
}
