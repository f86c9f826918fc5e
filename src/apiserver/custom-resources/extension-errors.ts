import { type Json, own } from '../json.ts';
import { type FieldError, fieldInvalid, fieldNotSupported, fieldRequired } from '../status/invalid.ts';
import { objectIn, objectsIn } from './definition.ts';

/** What is wrong with the `x-kubernetes-…` of a schema. */
export function extensionErrors(schema: Json, path: string): readonly FieldError[] {
  return [
    ...preserveErrors(schema, path),
    ...embeddedErrors(schema, path),
    ...listErrors(schema, path),
    ...mapErrors(schema, path),
    ...objectsIn(schema, 'x-kubernetes-validations').flatMap(({ rule = '' }, at) =>
      String(rule).trim() === ''
        ? [fieldRequired(`${path}.x-kubernetes-validations[${at}].rule`, 'rule is not specified')]
        : [],
    ),
  ];
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
      : [fieldInvalid(`${path}.type`, type, 'must be object if x-kubernetes-embedded-resource is true')]),
  ];
}

const nothingKnown =
  'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';

function listErrors(schema: Json, path: string): readonly FieldError[] {
  const listType = schema['x-kubernetes-list-type'] as string | undefined;
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[];
  const keysAt = `${path}.x-kubernetes-list-map-keys`;
  if (listType === undefined) {
    return keys.length === 0
      ? []
      : [
          fieldInvalid(
            `${path}.x-kubernetes-list-type`,
            null,
            'must be map if x-kubernetes-list-map-keys is non-empty',
          ),
        ];
  }
  if (!listTypes.includes(listType)) {
    return [fieldNotSupported(`${path}.x-kubernetes-list-type`, listType, listTypes)];
  }
  const { type = '' } = schema;
  if (type !== 'array') {
    return [fieldInvalid(`${path}.type`, type, 'must be array if x-kubernetes-list-type is specified')];
  }
  if (listType === 'map') return mapKeyErrors(schema, keys, path, keysAt);
  return listType === 'set' ? setErrors(objectIn(schema, 'items'), `${path}.items`) : [];
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
    return [fieldInvalid(`${path}.items.type`, type, why)];
  }
  const properties = objectIn(items, 'properties');
  const errors: FieldError[] = [];
  if (!keys.every((key) => Object.hasOwn(properties, key))) {
    errors.push(fieldInvalid(keysAt, keys, 'entries must all be names of item properties'));
  }
  if (new Set(keys).size < keys.length) {
    errors.push(fieldInvalid(keysAt, keys, 'must not contain duplicate entries'));
  }
  for (const key of keys) {
    const property = own(properties, key);
    const isSure =
      (required as readonly string[]).includes(key) ||
      Object.hasOwn(objectIn({ property }, 'property'), 'default');
    if (property !== undefined && !isSure) {
      const why =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      errors.push(fieldRequired(`${path}.items.properties[${key}].default`, why));
    }
  }
  return errors;
}

/** Lists and objects can only be told apart as wholes. */
function setErrors(items: Json, path: string): readonly FieldError[] {
  const { type } = items;
  const word =
    type === 'object' ? 'x-kubernetes-map-type' : type === 'array' ? 'x-kubernetes-list-type' : undefined;
  if (word === undefined || items[word] === 'atomic') return [];
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  return [fieldInvalid(`${path}.${word}`, items[word] ?? null, why)];
}

function mapErrors(schema: Json, path: string): readonly FieldError[] {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const { type = '' } = schema;
  if (type !== 'object') {
    return [fieldInvalid(`${path}.type`, type, 'must be object if x-kubernetes-map-type is specified')];
  }
  return mapType === 'atomic' || mapType === 'granular'
    ? []
    : [fieldNotSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])];
}
