import { isRecord } from '../../objects/index.ts';
import { type Json, omit } from '../json.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * An object of a built-in type as it comes out of the Go type that it was read into: null is nothing, an empty list or map
 * is nothing unless it must be there, and the structs that are no pointers are always there.
 */
export function asDecoded(schema: Schema, object: Json): Json {
  const { metadata, ...rest } = object;
  const decoded = decodedObject(schema, rest);
  // The object's own metadata have rules of their own.
  return metadata === undefined ? omit(decoded, 'metadata') : { ...decoded, metadata };
}

function decodedObject(schema: Schema, object: Json): Json {
  const { properties = {}, required = [] } = schema;
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    const inner = memberSchema(schema, name);
    if (value === undefined || value === null) {
      // In a map a text is the empty one.
      if (!Object.hasOwn(properties, name) && inner?.type === 'string') members.push([name, '']);
      continue;
    }
    if (isVoid(inner, value) && !required.includes(name)) continue;
    members.push([name, decodedValue(inner, value)]);
  }
  for (const [name, inner] of Object.entries(properties)) {
    if (inner.default === undefined) continue;
    if ((object[name] ?? undefined) !== undefined) continue;
    members.push([name, decodedValue(inner, inner.default)]);
  }
  return Object.fromEntries(members);
}

function decodedValue(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined || schema['x-kubernetes-preserve-unknown-fields'] === true) return value;
  if (Array.isArray(value)) return value.map((item) => decodedValue(schema.items, item));
  return isRecord(value) ? decodedObject(schema, value) : value;
}

/** An empty list, or an empty map; a struct without members is something. */
function isVoid(schema: Schema | undefined, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const isMap = schema?.additionalProperties !== undefined && schema.properties === undefined;
  return isMap && isRecord(value) && Object.keys(value).length === 0;
}
