import { own } from '../json.ts';
import type { Schema } from './schema.ts';

/**
 * Returns the schema of a member: its own, or that of all other members. `undefined`: the object has no such member, or
 * the member may be anything.
 */
export function memberSchema(schema: Schema, name: string): Schema | undefined {
  const { properties, additionalProperties } = schema;
  const property = properties === undefined ? undefined : own(properties, name);
  if (property !== undefined) return property;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Returns whether an object of this schema may have a member with this name. */
export function hasMember({ properties, additionalProperties }: Schema, name: string): boolean {
  return (
    (properties !== undefined && Object.hasOwn(properties, name)) ||
    additionalProperties === true ||
    typeof additionalProperties === 'object'
  );
}
