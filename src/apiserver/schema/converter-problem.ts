import type { Json } from '../json.ts';
import { goType } from './go-type.ts';
import type { Schema } from './schema.ts';
import { typeMismatch } from './type-problem.ts';

/**
 * Returns the error message for the first field that does not match the Go type of a built-in kind. The message is that
 * of the converter in apimachinery. The kube-apiserver uses this converter for the result of a strategic merge patch.
 * Unlike other messages, the message of the converter does not contain the name of the field.
 */
export function converterProblem(schema: Schema, object: Json): string | undefined {
  const mismatch = typeMismatch(schema, object, '');
  if (mismatch === undefined) return undefined;
  if (mismatch.why !== undefined) return mismatch.why;
  const { type, additionalProperties } = mismatch.schema;
  const given = goKind(mismatch.value);
  if (type === 'array') return `cannot restore slice from ${given}`;
  if (type !== 'object') {
    const wanted = goType(mismatch.schema);
    const isConvertible =
      given === 'float64' ? wanted.startsWith('int') : given === 'int64' && wanted === 'string';
    return isConvertible ? `cannot convert ${given} to ${wanted}` : `unrecognized type: ${wanted}`;
  }
  return additionalProperties === undefined
    ? `cannot restore struct from: ${given}`
    : `cannot restore map from ${given}`;
}

/** Returns the name of the Go kind into which Go decodes a JSON value, such as `map` or `slice`. */
function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'string' ? 'string' : 'map';
}
