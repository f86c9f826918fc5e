import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { memberOf } from './path.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/**
 * The first field whose value could not be read into the Go type of a built-in kind; its text is that of Go's decoder,
 * but that Go names the struct that the field is of, where this names the kind. A list and a map are one field, whatever
 * is in them. `null` is nothing everywhere.
 *
 * @param path - of the object: that of its kind, `Pod`
 */
export function typeProblem(schema: Schema, object: Json, path: string): string | undefined {
  return inValue(schema, object, path);
}

function inValue(schema: Schema, value: unknown, path: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (schema['x-kubernetes-int-or-string'] === true) return undefined;
  const { type, items } = schema;
  if (type !== undefined && !fits[type](value)) {
    return `json: cannot unmarshal ${jsonType(value)} into Go struct field ${path} of type ${goType(schema)}`;
  }
  if (Array.isArray(value)) {
    return items && first(value.map((item) => [item, items, path] as const));
  }
  if (!isRecord(value)) return undefined;
  return first(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = memberSchema(schema, name);
      const isNamed = schema.properties !== undefined && Object.hasOwn(schema.properties, name);
      return inner === undefined ? [] : [[member, inner, isNamed ? memberOf(path, name) : path] as const];
    }),
  );
}

function first(fields: readonly (readonly [unknown, Schema, string])[]): string | undefined {
  for (const [value, schema, path] of fields) {
    const problem = inValue(schema, value, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const fits: Readonly<Record<NonNullable<Schema['type']>, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
};

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' && !Number.isInteger(value) ? `number ${String(value)}` : typeof value;
}

function goType({ type, title, format, items, additionalProperties }: Schema): string {
  if (title !== undefined) return title;
  switch (type) {
    case 'boolean':
      return 'bool';
    case 'integer':
      return format ?? 'int32';
    case 'number':
      return 'float64';
    case 'array':
      return `[]${items === undefined ? 'interface {}' : goType(items)}`;
    case 'object':
      return typeof additionalProperties === 'object'
        ? `map[string]${goType(additionalProperties)}`
        : 'struct';
    default:
      return 'string';
  }
}
