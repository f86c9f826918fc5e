import { own } from '../json.ts';
import type { Schema } from './schema.ts';

/**
 * Returns the schema of a member: the schema in `properties`, or otherwise the schema in `additionalProperties`.
 * Returns `undefined` if the object may not have the member, or if the member may have any value.
 */
export function memberSchema(schema: Schema, name: string): Schema | undefined {
  const { properties, additionalProperties } = schema;
  const property = properties === undefined ? undefined : own(properties, name);
  if (property !== undefined) return property;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Returns whether an object with this schema may have a member with the given name. */
export function hasMember({ properties, additionalProperties }: Schema, name: string): boolean {
  return (
    (properties !== undefined && Object.hasOwn(properties, name)) ||
    additionalProperties === true ||
    typeof additionalProperties === 'object'
  );
}
