import { isRecord } from '../../../objects/index.ts';
import { type Json, omit, recordAt } from '../../json.ts';

function inV2(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schemaInV2(schema)]));
}

/**
 * Converts a schema from OpenAPI v3 to OpenAPI v2. If an `allOf` contains only a `$ref`, the `$ref` replaces the
 * `allOf`. The result omits the keywords that OpenAPI v2 does not support: `allOf`, `oneOf`, `anyOf`, `not` and
 * defaults. A value that may be `null`, or that may have any content, has no type in the result. Works like
 * `ToStructuralOpenAPIV2` in apiextensions-apiserver.
 */
export function schemaInV2(schema: unknown): Json {
  if (!isRecord(schema)) return {};
  const { allOf, $ref } = schema;
  const [wrapped] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as readonly unknown[]) : [];
  const reference = $ref ?? (isRecord(wrapped) ? wrapped['$ref'] : undefined);
  return {
    ...omit(schema, ...handled),
    ...(typeof reference === 'string' ? { $ref: reference.replace(inThird, '#/definitions/') } : {}),
    ...typeOf(schema),
    ...required(schema),
    ...members(schema),
    ...(isRecord(schema['additionalProperties'])
      ? { additionalProperties: schemaInV2(schema['additionalProperties']) }
      : {}),
  };
}

const inThird = '#/components/schemas/';
const junctors = ['allOf', 'oneOf', 'anyOf', 'not'];
const rebuilt = ['$ref', 'type', 'required', 'properties', 'items', 'additionalProperties'];
const handled = [...junctors, ...rebuilt, 'default', 'nullable'];

const holdsAnything = (schema: Json): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;

const isOpen = (schema: Json): boolean => schema['nullable'] === true || holdsAnything(schema);

function typeOf(schema: Json): Json {
  const { type, oneOf, items, nullable } = schema;
  // A built-in type with `oneOf` can be a number or a string. In OpenAPI v2, Kubernetes describes the type as a string.
  if (type === undefined && Array.isArray(oneOf)) return { type: 'string' };
  if (type === undefined || nullable === true || schema['x-kubernetes-int-or-string'] === true) return {};
  if (type === 'object' && holdsAnything(schema)) return {};
  return type === 'array' && (items === undefined || isOpen(schema)) ? {} : { type };
}

function required(schema: Json): Json {
  const { required: names, additionalProperties } = schema;
  if (!Array.isArray(names)) return {};
  if (isRecord(additionalProperties) && additionalProperties['nullable'] === true) return {};
  const properties = isOpen(schema) ? {} : recordAt(schema, 'properties');
  const kept = (names as readonly string[]).filter((name) => recordAt(properties, name)['nullable'] !== true);
  return kept.length === 0 ? {} : { required: kept };
}

/**
 * Returns the members of a schema. A schema without a type has no members in the result, because kubectl fails on
 * untyped values with members.
 */
function members(schema: Json): Json {
  if (isOpen(schema)) return {};
  const { properties, items } = schema;
  return {
    ...(isRecord(properties) ? { properties: inV2(properties) } : {}),
    ...(items === undefined ? {} : { items: schemaInV2(items) }),
  };
}
