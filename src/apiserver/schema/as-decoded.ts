import { isRecord } from '../../objects/index.ts';
import { type Json, omit, own } from '../json.ts';
import { goFieldsOf } from './go-fields.ts';
import { canonicalText } from './go-text.ts';
import { canonicalQuantity, isQuantity } from './quantity.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * Returns an object of a built-in type in the form that it has after Go has decoded and encoded it:
 *
 * - null is removed.
 * - An empty list or map is removed, unless the field is required.
 * - A zero value is removed, unless the field is a pointer.
 * - An absent struct is added, unless the field is a pointer.
 * - Quantities, times and bytes get their canonical format.
 */
export function asDecoded(schema: Schema, object: Json): Json {
  const { metadata, ...rest } = object;
  const decoded = decodedObject(schema, rest);
  // Other rules apply to the metadata of the object itself, so the function does not change the metadata.
  return metadata === undefined ? omit(decoded, 'metadata') : { ...decoded, metadata };
}

function decodedObject(schema: Schema, object: Json): Json {
  const { properties = {}, required = [] } = schema;
  const { pointers, shown, omitted, keptEmpty } = goFieldsOf(schema);
  const isAbsent = (name: string, value: unknown): boolean =>
    value === undefined ||
    value === null ||
    (isZero(value) && own(properties, name)?.['x-kubernetes-int-or-string'] !== true && !pointers.has(name));
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    const inner = memberSchema(schema, name);
    if (!Object.hasOwn(properties, name)) {
      const member = memberOfMap(inner, value);
      if (member !== undefined) members.push([name, member]);
      continue;
    }
    if (isAbsent(name, value) && (inner?.default !== undefined || value === null || !required.includes(name)))
      continue;
    const isKept = required.includes(name) || shown.includes(name) || keptEmpty.has(name);
    if (isVoid(inner, value) && !isKept) continue;
    members.push([name, decodedValue(inner, value)]);
  }
  for (const [name, inner] of Object.entries(properties)) {
    if (inner.default === undefined || omitted.has(name)) continue;
    if (!isAbsent(name, own(object, name))) continue;
    members.push([name, decodedValue(inner, inner.default)]);
  }
  const there = new Set(members.map(([name]) => name));
  for (const name of shown) if (!there.has(name)) members.push([name, null]);
  return Object.fromEntries(members);
}

function decodedValue(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined || schema['x-kubernetes-preserve-unknown-fields'] === true) return value;
  if (Array.isArray(value)) return value.map((item) => decodedItem(schema.items, item));
  if (isQuantity(schema)) return canonicalQuantity(value);
  if (typeof value === 'string') return canonicalText(schema, value);
  return isRecord(value) ? decodedObject(schema, value) : value;
}

/**
 * Returns a list item in the form that it has after Go has decoded and encoded it. A null item becomes the empty value
 * of its type.
 */
function decodedItem(schema: Schema | undefined, item: unknown): unknown {
  if (item !== null || schema === undefined) return decodedValue(schema, item);
  switch (schema.type) {
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return schema.properties === undefined ? null : decodedObject(schema, {});
  }
}

/**
 * Returns a value of a map in the form that it has after Go has decoded and encoded it. A null text becomes the empty
 * text. A quantity in a map, such as `limits`, is rounded up to 3 decimal places.
 */
function memberOfMap(schema: Schema | undefined, value: unknown): unknown {
  if (value === null) return schema?.type === 'string' ? '' : undefined;
  return isQuantity(schema) ? canonicalQuantity(value, 3) : decodedValue(schema, value);
}

const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false;

/** Returns whether a value is an empty list or an empty map. An empty struct does not count as an empty map. */
function isVoid(schema: Schema | undefined, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const isMap = schema?.additionalProperties !== undefined && schema.properties === undefined;
  return isMap && isRecord(value) && Object.keys(value).length === 0;
}
