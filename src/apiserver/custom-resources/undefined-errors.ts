import { isRecord } from '../../objects/index.ts';
import { type Json, own } from '../json.ts';
import { itemOf, memberOf, propertyOf } from '../schema/path.ts';
import { type FieldError, fieldForbidden, fieldRequired } from '../status/invalid.ts';
import { objectIn, objectsIn } from './definition.ts';

/**
 * Checks the fields in the nested schemas: the schemas inside `allOf`, `anyOf`, `oneOf` and `not`. The outer schema
 * must define each of these fields, because a nested schema restricts fields, but does not define fields.
 */
export function undefinedErrors(schema: Json, path: string, isRoot: boolean): readonly FieldError[] {
  return nestedIn(schema, path).flatMap(([nested, at]) => [
    ...(isRoot && isRecord(own(objectIn(nested, 'properties'), 'metadata'))
      ? [fieldForbidden(propertyOf(at, 'metadata'), 'must not be specified in a nested context')]
      : []),
    ...missingIn(schema, path, nested, at),
  ]);
}

type Nested = readonly [schema: Json, path: string];

function nestedIn(schema: Json, path: string): readonly Nested[] {
  const { not } = schema;
  return [
    ...['allOf', 'anyOf', 'oneOf'].flatMap((word) =>
      objectsIn(schema, word).map((one, at): Nested => [one, itemOf(memberOf(path, word), at)]),
    ),
    ...(isRecord(not) ? [[not, memberOf(path, 'not')] as const] : []),
  ];
}

function missingIn(schema: Json, path: string, nested: Json, at: string): readonly FieldError[] {
  const properties = objectIn(schema, 'properties');
  return [
    ...nestedIn(nested, at).flatMap(([inner, below]) => missingIn(schema, path, inner, below)),
    ...(isRecord(schema['items'])
      ? missing(schema['items'], memberOf(path, 'items'), nested['items'], memberOf(at, 'items'))
      : []),
    ...Object.entries(objectIn(nested, 'properties')).flatMap(([name, inner]) =>
      missing(own(properties, name), propertyOf(path, name), inner, propertyOf(at, name)),
    ),
  ];
}

/**
 * Returns an error if a nested schema restricts a field that the outer schema does not define. An empty nested schema
 * restricts nothing, so it causes no error.
 */
function missing(schema: unknown, path: string, nested: unknown, at: string): readonly FieldError[] {
  if (!isRecord(nested) || Object.keys(nested).length === 0) return [];
  if (!isRecord(schema)) return [fieldRequired(path, `because it is defined in ${at}`)];
  return missingIn(schema, path, nested, at);
}
