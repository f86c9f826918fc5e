import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { definitionNameOf } from './built-in-schema.ts';
import { textProblem } from './go-text.ts';
import { goType } from './go-type.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/** A field whose value could not be read into the Go type of a built-in kind. */
export interface TypeMismatch {
  readonly value: unknown;
  readonly schema: Schema;
  /** The struct that the field is of: `DeploymentSpec`. */
  readonly owner: string;
  /** From the object: `spec.replicas`. A list and a map are one field, whatever is in them. */
  readonly path: string;
  /** Of a text that is no time and no base64: why, without where. */
  readonly why?: string;
}

/**
 * The first field that does not fit, if there is one. `null` is nothing everywhere.
 *
 * @param owner - the struct that the object is: `Pod`
 * @param path - of the object in what was sent
 */
export function typeMismatch(
  schema: Schema,
  value: unknown,
  owner: string,
  path = '',
): TypeMismatch | undefined {
  if (value === null || value === undefined) return undefined;
  if (schema['x-kubernetes-int-or-string'] === true) return undefined;
  const { type, items, properties } = schema;
  if (type !== undefined && !fits[type](value, schema)) return { value, schema, owner, path };
  if (typeof value === 'string') {
    const why = textProblem(schema, value);
    return why === undefined ? undefined : { value, schema, owner, path, why };
  }
  if (Array.isArray(value)) {
    if (items === undefined) return undefined;
    return firstOf(value, (item) => typeMismatch(items, item, owner, path));
  }
  if (!isRecord(value)) return undefined;
  const struct = structOf(schema) ?? owner;
  return firstOf(Object.entries(value), ([name, member]) => {
    const inner = memberSchema(schema, name);
    if (inner === undefined) return undefined;
    if (properties === undefined || !Object.hasOwn(properties, name)) {
      return typeMismatch(inner, member, owner, path);
    }
    return typeMismatch(inner, member, struct, path === '' ? name : `${path}.${name}`);
  });
}

/** The same in the words of Go's decoder. */
export function typeProblem(schema: Schema, object: Json, owner: string, path = ''): string | undefined {
  const mismatch = typeMismatch(schema, object, owner, path);
  if (mismatch === undefined) return undefined;
  if (mismatch.why !== undefined) return mismatch.why;
  const field = `${mismatch.owner}.${mismatch.path}`;
  const isNumber = typeof mismatch.value === 'number' && mismatch.schema.type === 'integer';
  const given = isNumber ? `number ${mismatch.value}` : jsonType(mismatch.value);
  return `json: cannot unmarshal ${given} into Go struct field ${field} of type ${goType(mismatch.schema)}`;
}

function structOf(schema: Schema): string | undefined {
  return definitionNameOf(schema)?.split('.').at(-1);
}

function firstOf<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const fits: Readonly<Record<NonNullable<Schema['type']>, (value: unknown, schema: Schema) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value, { format }) =>
    Number.isInteger(value) && Math.abs(Number(value)) <= (format === 'int64' ? 2 ** 63 : 2 ** 31),
};

/** A type as Go's decoder says it. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}
