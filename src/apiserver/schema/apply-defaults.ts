import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Fills in the defaults of a schema, those inside what a default brings too. A `null` where none may be counts as
 * nothing: it makes way for the default, or goes. Follows apiextensions' `defaulting/algorithm.go` and `prunenulls.go`.
 * What lacks nothing is given back as it is, the same object.
 *
 * @param keepsNulls - whether a `null` that no default makes way for stays, as in what was applied
 */
export function applyDefaults(schema: Schema, object: Json, keepsNulls = false): Json {
  return ofObject(schema, object, keepsNulls);
}

function ofValue(schema: Schema | undefined, value: unknown, keepsNulls: boolean): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return ofList(schema, value, keepsNulls);
  return isRecord(value) ? ofObject(schema, value, keepsNulls) : value;
}

/** In a list nothing goes: its items have a place. */
function ofList({ items }: Schema, list: readonly unknown[], keepsNulls: boolean): readonly unknown[] {
  const filled = list.map((item) =>
    ofValue(items, isVacant(items, item) ? (items?.default ?? item) : item, keepsNulls),
  );
  return filled.every((item, at) => item === list[at]) ? list : filled;
}

function ofObject(schema: Schema, object: Json, keepsNulls: boolean): Json {
  let changed = false;
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    const inner = memberSchema(schema, name);
    const vacated = inner?.default ?? (keepsNulls ? null : undefined);
    const present = isVacant(inner, value) ? vacated : value;
    const filled = ofValue(inner, present, keepsNulls);
    if (filled !== value) changed = true;
    if (filled !== undefined) members.push([name, filled]);
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (inner.default === undefined || Object.hasOwn(object, name)) continue;
    members.push([name, ofValue(inner, inner.default, keepsNulls)]);
    changed = true;
  }
  return changed ? Object.fromEntries(members) : object;
}

/** A `null` that the schema does not allow. */
function isVacant(schema: Schema | undefined, value: unknown): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
