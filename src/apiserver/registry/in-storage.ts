import type { Resource } from '../resources/resource.ts';
import { asStored } from '../schema/as-stored.ts';
import type { ObjectInput } from './object-input.ts';

/** What a client sent, as it will be read again. */
export function inStorage({ builtIn, schema }: Resource, object: ObjectInput): ObjectInput {
  return builtIn && schema !== undefined ? (asStored(schema, object) as ObjectInput) : object;
}
