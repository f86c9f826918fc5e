import { type Json, own } from '../json.ts';
import { memberOf, propertyOf } from '../schema/path.ts';
import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
} from '../status/invalid.ts';
import { objectIn } from './definition.ts';
import { ruleErrors } from './rule-errors.ts';

/** Validates the `x-kubernetes-…` keywords of a schema. */
export function extensionErrors(schema: Json, path: string): readonly FieldError[] {
  return [
    ...preserveErrors(schema, path),
    ...embeddedErrors(schema, path),
    ...listErrors(schema, path),
    ...mapErrors(schema, path),
    ...ruleErrors(schema, `${path}.x-kubernetes-validations`),
  ];
}

/** Creates the error for a missing type, or for a type that is not the required type. */
function wrongType(type: unknown, path: string, why: string): FieldError {
  return type === '' ? fieldRequired(`${path}.type`, why) : fieldInvalid(`${path}.type`, type, why);
}

function preserveErrors(schema: Json, path: string): readonly FieldError[] {
  const word = 'x-kubernetes-preserve-unknown-fields';
  return schema[word] === false ? [fieldInvalid(`${path}.${word}`, false, 'must be true or undefined')] : [];
}

function embeddedErrors(schema: Json, path: string): readonly FieldError[] {
  if (schema['x-kubernetes-embedded-resource'] !== true) return [];
  const { type = '' } = schema;
  const isKnown =
    Object.keys(objectIn(schema, 'properties')).length > 0 ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  return [
    ...(isKnown ? [] : [fieldRequired(`${path}.properties`, nothingKnown)]),
    ...(type === 'object'
      ? []
      : [wrongType(type, path, 'must be object if x-kubernetes-embedded-resource is true')]),
    ...typedErrors(schema, path),
  ];
}

/**
 * Checks the types of an embedded resource. An embedded resource is a complete object, so the types of `apiVersion`,
 * `kind` and `metadata` are fixed.
 */
function typedErrors(schema: Json, path: string): readonly FieldError[] {
  const properties = objectIn(schema, 'properties');
  return Object.entries(typed).flatMap(([name, wanted]) => {
    const { type = wanted } = objectIn(properties, name);
    return type === wanted ? [] : [fieldInvalid(`${propertyOf(path, name)}.type`, type, `must be ${wanted}`)];
  });
}

const typed = { apiVersion: 'string', kind: 'string', metadata: 'object' };

const nothingKnown =
  'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';

function listErrors(schema: Json, path: string): readonly FieldError[] {
  const listType = schema['x-kubernetes-list-type'] as string | undefined;
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[];
  const keysAt = `${path}.x-kubernetes-list-map-keys`;
  const keyed = keys.length > 0 && listType !== 'map' ? [keysWithoutMap(listType, path)] : [];
  if (listType === undefined) return keyed;
  if (!listTypes.includes(listType)) {
    return [fieldNotSupported(`${path}.x-kubernetes-list-type`, listType, listTypes)];
  }
  const { type = '' } = schema;
  if (type !== 'array') {
    return [wrongType(type, path, 'must be array if x-kubernetes-list-type is specified'), ...keyed];
  }
  if (listType === 'map') return mapKeyErrors(schema, keys, path, keysAt);
  return listType === 'set' ? [...keyed, ...setErrors(objectIn(schema, 'items'), `${path}.items`)] : keyed;
}

function keysWithoutMap(listType: string | undefined, path: string): FieldError {
  const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
  const at = `${path}.x-kubernetes-list-type`;
  return listType === undefined ? fieldRequired(at, why) : fieldInvalid(at, listType, why);
}

function nullableErrors(items: Json, path: string, listType: string): readonly FieldError[] {
  return items['nullable'] === true
    ? [fieldForbidden(`${path}.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`)]
    : [];
}

const listTypes = ['atomic', 'set', 'map'];

function mapKeyErrors(
  schema: Json,
  keys: readonly string[],
  path: string,
  keysAt: string,
): readonly FieldError[] {
  if (keys.length === 0) return [fieldRequired(keysAt, 'must not be empty if x-kubernetes-list-type is map')];
  const items = objectIn(schema, 'items');
  const { type = '', required = [] } = items;
  if (type !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    return [wrongType(type, `${path}.items`, why)];
  }
  const properties = objectIn(items, 'properties');
  const errors: FieldError[] = [...nullableErrors(items, `${path}.items`, 'map')];
  if (!keys.every((key) => Object.hasOwn(properties, key))) {
    errors.push(fieldInvalid(keysAt, keys, 'entries must all be names of item properties'));
  }
  if (new Set(keys).size < keys.length) {
    errors.push(fieldInvalid(keysAt, keys, 'must not contain duplicate entries'));
  }
  for (const key of keys) {
    const property = own(properties, key);
    const isSure = (required as readonly string[]).includes(key);
    if (property !== undefined)
      errors.push(
        ...keyErrors(objectIn({ property }, 'property'), propertyOf(memberOf(path, 'items'), key), isSure),
      );
  }
  return errors;
}

/** Checks a key of a list of type `map`: each item must have the key, and the key must be a scalar. */
function keyErrors(property: Json, path: string, isSure: boolean): readonly FieldError[] {
  const { type } = property;
  const isKey = 'this property is in x-kubernetes-list-map-keys, so it';
  return [
    ...(type === 'object' || type === 'array'
      ? [
          fieldInvalid(
            `${path}.type`,
            type,
            "must be a scalar type if parent array's x-kubernetes-list-type is map",
          ),
        ]
      : []),
    ...(isSure || Object.hasOwn(property, 'default')
      ? []
      : [fieldRequired(`${path}.default`, `${isKey} must have a default or be a required property`)]),
    ...(property['nullable'] === true
      ? [fieldForbidden(`${path}.nullable`, `${isKey} cannot be nullable`)]
      : []),
  ];
}

/**
 * Checks that the items of a set are atomic. A list is atomic by default. An object is atomic only if the schema
 * declares the object as atomic.
 */
function setErrors(items: Json, path: string): readonly FieldError[] {
  const { type } = items;
  const nullable = nullableErrors(items, path, 'set');
  const word =
    type === 'object' ? 'x-kubernetes-map-type' : type === 'array' ? 'x-kubernetes-list-type' : undefined;
  if (word === undefined || items[word] === 'atomic') return nullable;
  if (type === 'array' && items[word] === undefined) return nullable;
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  return [...nullable, fieldInvalid(`${path}.${word}`, items[word] ?? null, why)];
}

function mapErrors(schema: Json, path: string): readonly FieldError[] {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const { type = '' } = schema;
  if (type !== 'object') {
    return [wrongType(type, path, 'must be object if x-kubernetes-map-type is specified')];
  }
  return mapType === 'atomic' || mapType === 'granular'
    ? []
    : [fieldNotSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])];
}
