import { isRecord } from '../../objects/index.ts';
import { type FieldPath, itemOf, memberOf } from './path.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/** The location of a value: its path in error messages, and the names and indexes on this path. */
export interface Location {
  readonly path: FieldPath;
  readonly names: readonly string[];
}

/** Calls the function `call` for a value, and for each inner value that the schema describes. */
export function visit(
  schema: Schema,
  value: unknown,
  spot: Location,
  call: (schema: Schema, value: unknown, spot: Location) => void,
): void {
  call(schema, value, spot);
  const { path, names } = spot;
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [at, item] of value.entries()) {
      visit(schema.items, item, { path: itemOf(path, at), names: [...names, String(at)] }, call);
    }
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = memberSchema(schema, name);
      if (inner === undefined) continue;
      visit(inner, member, { path: memberOf(path, name), names: [...names, name] }, call);
    }
  }
}
