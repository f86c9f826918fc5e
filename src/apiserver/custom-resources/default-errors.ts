import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { memberOf, propertyOf } from '../schema/path.ts';
import { pruneUnder } from '../schema/prune.ts';
import type { Schema } from '../schema/schema.ts';
import { stopwatch } from '../schema/stopwatch.ts';
import { validate } from '../schema/validate.ts';
import { embeddedErrors } from '../schema/embedded.ts';
import { badRequest } from '../status/refusals.ts';
import { type FieldError, fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import { objectIn } from './definition.ts';

/**
 * Validates the default of a schema at a path.
 *
 * @throws Refusal 400 if the validation of the defaults of a CRD takes too long
 */
export type DefaultValidator = (schema: Json, path: string) => readonly FieldError[];

/** Creates a validator for the defaults of one CRD. All defaults of the CRD share one time limit. */
export function defaultValidator(): DefaultValidator {
  let spent = 0;
  return (schema, path) => {
    if (spent > longest) throw badRequest(`the defaults take too long to validate: more than ${longest} ms`);
    const passed = stopwatch();
    try {
      return defaultErrors(schema, path);
    } finally {
      spent += passed().cpu;
    }
  };
}

/**
 * The maximum CPU time in ms for all defaults of one CRD. The function checks the time only before each default, so the
 * validation of the last default can take as long again. The limit is 200 ms, because one request may block other
 * requests for at most 500 ms.
 */
const longest = 200;

/** Validates the default of a schema by the rules of the schema. */
function defaultErrors(schema: Json, path: string): readonly FieldError[] {
  const value = schema['default'];
  if (value === undefined || value === null) return [];
  const at = memberOf(path, 'default');
  const sound = schema as Schema;
  if (isRecord(value) || Array.isArray(value)) {
    if (pruneUnder(sound, value).unknown.length > 0)
      return [fieldInvalid(at, value, 'must not have unknown fields')];
  }
  // The validation of a default ignores duplicate items of a list.
  const errors = validate(sound, value).filter(({ reason }) => reason !== 'FieldValueDuplicate');
  return errors.map((error) => ({
    ...error,
    field: error.field === '' ? at : memberOf(at, error.field),
  }));
}

/** Validates a default of the whole object. Refuses defaults for the fields that every object has. */
export function rootDefaultErrors(schema: Json, path: string): readonly FieldError[] {
  const value = schema['default'];
  const properties = objectIn(schema, 'properties');
  return [
    ...(isRecord(value) ? embeddedErrors(value, memberOf(path, 'default')) : []),
    ...['apiVersion', 'kind', 'metadata'].flatMap((name) =>
      defaultsIn(objectIn(properties, name), propertyOf(path, name)).map((at) =>
        fieldForbidden(at, `must not be set in top-level ${name}`),
      ),
    ),
  ];
}

/** Returns the paths of all defaults in a schema. */
function defaultsIn(schema: Json, path: string): readonly string[] {
  const inner = Object.entries(objectIn(schema, 'properties'));
  return [
    ...(Object.hasOwn(schema, 'default') ? [memberOf(path, 'default')] : []),
    ...inner.flatMap(([name, one]) => (isRecord(one) ? defaultsIn(one, propertyOf(path, name)) : [])),
  ];
}
