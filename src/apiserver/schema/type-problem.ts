import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { definitionNameOf } from './built-in-schema.ts';
import { textProblem } from './go-text.ts';
import { goType } from './go-type.ts';
import type { Schema } from './schema.ts';
import { memberSchema } from './subschema.ts';

/** A field whose value cannot be decoded into the Go type of a built-in kind. */
export interface TypeMismatch {
  readonly value: unknown;
  readonly schema: Schema;
  /** The name of the Go struct that contains the field, such as `DeploymentSpec`. */
  readonly owner: string;
  /**
   * The path of the field in the object, such as `spec.replicas`. For a value inside a list or a map, the path is that
   * of the list or map.
   */
  readonly path: string;
  /**
   * The reason why a text is not a valid time, base64 text or quantity. The reason does not contain the path of the
   * field.
   */
  readonly why?: string;
}

/**
 * Returns the first field whose value does not match its Go type. Returns `undefined` if all fields match. `null`
 * matches every type.
 *
 * @param owner - the name of the Go struct that decodes the object, such as `Pod`
 * @param path - the path of the object in the request body
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

/** Returns the error message of Go's JSON decoder for the first field whose value does not match its Go type. */
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

/** Returns the name of a JSON type in the error messages of Go's JSON decoder. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}
