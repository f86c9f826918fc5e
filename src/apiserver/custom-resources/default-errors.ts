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
 * Says what is wrong with the default of a schema, which stands at a path.
 *
 * @throws Refusal 400 when the defaults of the definition take too long
 */
export type DefaultValidator = (schema: Json, path: string) => readonly FieldError[];

/** Validates the defaults of one definition, within a limit of time for all of them. */
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
 * In ms of CPU time, as a {@link stopwatch} reads it. The last default may take as long again, and a request may block others
 * for 500 ms.
 */
const longest = 200;

/** What is wrong with a default by the very schema that it stands in. */
function defaultErrors(schema: Json, path: string): readonly FieldError[] {
  const value = schema['default'];
  if (value === undefined || value === null) return [];
  const at = memberOf(path, 'default');
  const sound = schema as Schema;
  if (isRecord(value) || Array.isArray(value)) {
    if (pruneUnder(sound, value).unknown.length > 0)
      return [fieldInvalid(at, value, 'must not have unknown fields')];
  }
  // Whether a list has something twice is not looked at.
  const errors = validate(sound, value).filter(({ reason }) => reason !== 'FieldValueDuplicate');
  return errors.map((error) => ({
    ...error,
    field: error.field === '' ? at : memberOf(at, error.field),
  }));
}

/** A whole object that is the default, and defaults of what every object brings with it. */
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

/** Where a schema has defaults. */
function defaultsIn(schema: Json, path: string): readonly string[] {
  const inner = Object.entries(objectIn(schema, 'properties'));
  return [
    ...(Object.hasOwn(schema, 'default') ? [memberOf(path, 'default')] : []),
    ...inner.flatMap(([name, one]) => (isRecord(one) ? defaultsIn(one, propertyOf(path, name)) : [])),
  ];
}
