import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { pruneUnder } from '../schema/prune.ts';
import type { Schema } from '../schema/schema.ts';
import { validate } from '../schema/validate.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';

/** What is wrong with a default by the very schema that it stands in. */
export function defaultErrors(schema: Json, path: string): readonly FieldError[] {
  const value = schema['default'];
  if (value === undefined || value === null) return [];
  const at = `${path}.default`;
  const sound = schema as Schema;
  if (isRecord(value) || Array.isArray(value)) {
    if (pruneUnder(sound, value).unknown.length > 0)
      return [fieldInvalid(at, value, 'must not have unknown fields')];
  }
  return validate(sound, value).map((error) => ({
    ...error,
    field: error.field === '' ? at : `${at}.${error.field}`,
  }));
}
