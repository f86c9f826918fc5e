import { own } from '../json.ts';
import type { Schema } from './schema.ts';

/**
 * The schema of a member: its own, or that of all the others. `undefined`: the object has no such member; also where it
 * may be anything, which says nothing of what is inside it.
 */
export function memberSchema(schema: Schema, name: string): Schema | undefined {
  const { properties, additionalProperties } = schema;
  const property = properties === undefined ? undefined : own(properties, name);
  if (property !== undefined) return property;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Whether an object of this schema may have a member of this name. */
export function hasMember({ properties, additionalProperties }: Schema, name: string): boolean {
  return (
    (properties !== undefined && Object.hasOwn(properties, name)) ||
    additionalProperties === true ||
    typeof additionalProperties === 'object'
  );
}
