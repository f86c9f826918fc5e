import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { pruneUnder } from '../schema/prune.ts';
import type { Schema } from '../schema/schema.ts';
import { validate } from '../schema/validate.ts';
import { embeddedErrors } from '../schema/embedded.ts';
import { type FieldError, fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import { objectIn } from './definition.ts';

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
  // Whether a list has something twice is not looked at.
  const errors = validate(sound, value).filter(({ reason }) => reason !== 'FieldValueDuplicate');
  return errors.map((error) => ({
    ...error,
    field: error.field === '' ? at : `${at}.${error.field}`,
  }));
}

/** A whole object that is the default, and defaults of what every object brings with it. */
export function rootDefaultErrors(schema: Json, path: string): readonly FieldError[] {
  const value = schema['default'];
  const properties = objectIn(schema, 'properties');
  return [
    ...(isRecord(value) ? embeddedErrors(value, `${path}.default`) : []),
    ...['apiVersion', 'kind', 'metadata'].flatMap((name) =>
      defaultsIn(objectIn(properties, name), `${path}.properties[${name}]`).map((at) =>
        fieldForbidden(at, `must not be set in top-level ${name}`),
      ),
    ),
  ];
}

/** Where a schema has defaults. */
function defaultsIn(schema: Json, path: string): readonly string[] {
  const inner = Object.entries(objectIn(schema, 'properties'));
  return [
    ...(Object.hasOwn(schema, 'default') ? [`${path}.default`] : []),
    ...inner.flatMap(([name, one]) => (isRecord(one) ? defaultsIn(one, `${path}.properties[${name}]`) : [])),
  ];
}
