import { isRecord } from '../../objects/index.ts';
import { type FieldPath, itemOf, memberOf } from './path.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/** Calls for a value and for all that is in it, as far as the schema goes. */
export function visit(
  schema: Schema,
  value: unknown,
  path: FieldPath,
  call: (schema: Schema, value: unknown, path: FieldPath) => void,
): void {
  call(schema, value, path);
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [at, item] of value.entries()) visit(schema.items, item, itemOf(path, at), call);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = memberSchema(schema, name);
      if (inner !== undefined) visit(inner, member, memberOf(path, name), call);
    }
  }
}
