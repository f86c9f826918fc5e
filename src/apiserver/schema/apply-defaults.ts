import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Fills in the defaults of a schema, those inside what a default brings too. A `null` where none may be counts as
 * nothing: it makes way for the default, or goes. Follows apiextensions' `defaulting/algorithm.go` and `prunenulls.go`.
 * What lacks nothing is given back as it is, the same object.
 */
export function applyDefaults(schema: Schema, object: Json): Json {
  return ofObject(schema, object);
}

function ofValue(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return ofList(schema, value);
  return isRecord(value) ? ofObject(schema, value) : value;
}

/** In a list nothing goes: its items have a place. */
function ofList({ items }: Schema, list: readonly unknown[]): readonly unknown[] {
  const filled = list.map((item) => ofValue(items, isVacant(items, item) ? (items?.default ?? item) : item));
  return filled.every((item, at) => item === list[at]) ? list : filled;
}

function ofObject(schema: Schema, object: Json): Json {
  let changed = false;
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    const inner = memberSchema(schema, name);
    const present = isVacant(inner, value) ? inner?.default : value;
    const filled = ofValue(inner, present);
    if (filled !== value) changed = true;
    if (filled !== undefined) members.push([name, filled]);
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (inner.default === undefined || Object.hasOwn(object, name)) continue;
    members.push([name, ofValue(inner, inner.default)]);
    changed = true;
  }
  return changed ? Object.fromEntries(members) : object;
}

/** A `null` that the schema does not allow. */
function isVacant(schema: Schema | undefined, value: unknown): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
