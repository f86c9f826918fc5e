import { isRecord } from '../../objects/index.ts';
import { isSame, type Json, own } from '../json.ts';
import { keywords } from '../schema/keywords.ts';
import { itemOf, memberOf, propertyOf } from '../schema/path.ts';
import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
} from '../status/invalid.ts';
import { type DefaultValidator, rootDefaultErrors } from './default-errors.ts';
import { objectIn } from './definition.ts';
import { extensionErrors } from './extension-errors.ts';
import { nestedErrors } from './nested-errors.ts';
import { patternErrors, type PatternProblems } from './pattern-errors.ts';
import { undefinedErrors } from './undefined-errors.ts';

/** The location of a schema in a CRD. The location determines the keywords that the schema may have. */
export type SchemaPosition = 'root' | 'field' | 'item' | 'nested';

/** The checks of patterns and defaults. All schemas of a CRD use the same checks. */
export interface SchemaChecks {
  /** The errors of the patterns in the schemas of the CRD. */
  readonly patterns: PatternProblems;
  readonly defaults: DefaultValidator;
}

/**
 * Checks that a schema is structural and supported, as the validation of apiextensions does. In a structural schema,
 * every field has a type, and the schemas inside `allOf`, `anyOf`, `oneOf` and `not` define no types.
 *
 * @param schema - an object of any content, because a client sends the schema
 */
export function structuralErrors(
  schema: Json,
  path: string,
  checks: SchemaChecks,
  position: SchemaPosition = 'root',
): readonly FieldError[] {
  const misfits = misfitErrors(schema, path);
  if (misfits.length > 0) return misfits;
  const errors = [
    ...unsupported(schema, path),
    ...(position === 'nested' ? nestedErrors(schema, path) : typeErrors(schema, path, position)),
    ...(position === 'root' ? rootErrors(schema, path) : []),
    ...extensionErrors(schema, path),
    ...patternErrors(schema, path, checks.patterns),
    ...innerErrors(schema, path, checks, position),
    ...(position === 'nested' ? [] : undefinedErrors(schema, path, position === 'root')),
  ];
  // The function validates a default only if the schema of the default is valid.
  return errors.length > 0 || position === 'nested' || position === 'root'
    ? errors
    : checks.defaults(schema, path);
}

/**
 * Returns the errors of keywords whose value has a wrong type. kube-apiserver cannot decode a keyword with a wrong
 * type.
 */
function misfitErrors(schema: Json, path: string): readonly FieldError[] {
  return Object.entries(schema).flatMap(([word, value]) => {
    const keyword = own(keywords, word);
    return keyword === undefined || keyword.test(value)
      ? []
      : [fieldInvalid(`${path}.${word}`, value, `must be ${keyword.allowed}`)];
  });
}

function unsupported(schema: Json, path: string): readonly FieldError[] {
  const words = ['definitions', 'dependencies', 'patternProperties', 'additionalItems', 'id', '$ref'];
  const { items, properties, additionalProperties } = schema;
  return [
    ...words
      .filter((word) => Object.hasOwn(schema, word))
      .map((word) => fieldForbidden(`${path}.${word}`, `${word} is not supported`)),
    ...(Object.hasOwn(schema, '$schema')
      ? [fieldInvalid(path, '', "OpenAPIV3Schema 'schema' is not supported")]
      : []),
    ...(schema['uniqueItems'] === true ? [fieldForbidden(`${path}.uniqueItems`, quadratic)] : []),
    ...(Array.isArray(items)
      ? [fieldForbidden(`${path}.items`, 'items must be a schema object and not an array')]
      : []),
    ...(isRecord(properties) && Object.keys(properties).length > 0 && additionalProperties !== undefined
      ? [fieldForbidden(`${path}.additionalProperties`, exclusive)]
      : []),
  ];
}

const quadratic = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
const exclusive = 'additionalProperties and properties are mutual exclusive';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

function typeErrors(
  schema: Json,
  path: string,
  position: Exclude<SchemaPosition, 'nested'>,
): readonly FieldError[] {
  const { type = '', items } = schema;
  if (Object.hasOwn(schema, '$ref')) return [];
  const at = `${path}.type`;
  if (type === '')
    return isFree(schema, position) ? [] : [fieldRequired(at, `must not be empty ${where[position]}`)];
  if (type === 'null') return [fieldForbidden(at, noNull), fieldNotSupported(at, type, types)];
  if (!types.includes(String(type))) return [fieldNotSupported(at, type, types)];
  if (position === 'root' && type !== 'object') return [fieldInvalid(at, type, 'must be object at the root')];
  return type === 'array' && items === undefined ? [fieldRequired(`${path}.items`, 'must be specified')] : [];
}

const noNull = 'type cannot be set to null, use nullable as an alternative';

const where = {
  root: 'at the root',
  field: 'for specified object fields',
  item: 'for specified array items',
} as const;

/** Returns `true` if a schema needs no type, because the value may have more than one type. */
function isFree(schema: Json, position: SchemaPosition): boolean {
  return (
    position !== 'root' &&
    (schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true)
  );
}

/**
 * Checks the rules of apiextensions for the root of a schema. For example, the root cannot be nullable, and `metadata`
 * can restrict only the name.
 */
function rootErrors(schema: Json, path: string): readonly FieldError[] {
  const properties = objectIn(schema, 'properties');
  const errors: FieldError[] = [];
  if (schema['nullable'] === true) {
    errors.push(fieldForbidden(`${path}.nullable`, 'nullable cannot be true at the root'));
  }
  if (isRecord(schema['additionalProperties']) || schema['additionalProperties'] === true) {
    errors.push(fieldForbidden(`${path}.additionalProperties`, 'must not be used at the root'));
  }
  for (const name of ['apiVersion', 'kind']) {
    const { type = 'string' } = objectIn(properties, name);
    if (type !== 'string') {
      errors.push(fieldInvalid(`${propertyOf(path, name)}.type`, type, 'must be string'));
    }
  }
  return [
    ...errors,
    ...metadataErrors(objectIn(properties, 'metadata'), propertyOf(path, 'metadata')),
    ...rootDefaultErrors(schema, path),
  ];
}

function metadataErrors(schema: Json, path: string): readonly FieldError[] {
  const { type = 'object' } = schema;
  const others = Object.keys(schema).some((word) => !ofMetadata.includes(word));
  const names = Object.keys(objectIn(schema, 'properties'));
  if (type !== 'object') return [fieldInvalid(`${path}.type`, type, 'must be object')];
  if (!others && names.every((name) => name === 'name' || name === 'generateName')) return [];
  const why =
    'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [fieldForbidden(path, why)];
}

const ofMetadata = ['type', 'properties', 'description', 'default'];

/** Returns the errors of the schemas inside a schema. */
function innerErrors(
  schema: Json,
  path: string,
  checks: SchemaChecks,
  position: SchemaPosition,
): readonly FieldError[] {
  const { items, additionalProperties, not } = schema;
  const field = position === 'nested' ? 'nested' : 'field';
  const properties = Object.entries(objectIn(schema, 'properties')).sort(([a], [b]) => (a < b ? -1 : 1));
  const errorsOf = (inner: unknown, at: string, where: SchemaPosition): readonly FieldError[] =>
    isRecord(inner) ? structuralErrors(inner, at, checks, where) : [];
  return [
    ...properties.flatMap(([name, inner]) =>
      position === 'root' && ofAll.has(name) ? [] : errorsOf(inner, propertyOf(path, name), field),
    ),
    ...errorsOf(items, memberOf(path, 'items'), position === 'nested' ? 'nested' : 'item'),
    ...errorsOf(additionalProperties, memberOf(path, 'additionalProperties'), field),
    ...junctions.flatMap((word) =>
      ((schema[word] ?? []) as readonly unknown[]).flatMap((inner, at) =>
        isIntOrString(schema, word, inner) ? [] : errorsOf(inner, itemOf(memberOf(path, word), at), 'nested'),
      ),
    ),
    ...errorsOf(not, memberOf(path, 'not'), 'nested'),
  ];
}

const ofAll: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
const junctions = ['allOf', 'anyOf', 'oneOf'];

/**
 * Returns `true` if an inner schema is the allowed `anyOf: [{type: integer}, {type: string}]`. A schema with
 * `x-kubernetes-int-or-string` may contain the `anyOf` directly or in an `allOf`.
 */
function isIntOrString(schema: Json, word: string, inner: unknown): boolean {
  if (schema['x-kubernetes-int-or-string'] !== true) return false;
  if (word === 'anyOf') return isSame(schema['anyOf'], either);
  return word === 'allOf' && isRecord(inner) && isSame(inner['anyOf'], either);
}

const either = [{ type: 'integer' }, { type: 'string' }];
