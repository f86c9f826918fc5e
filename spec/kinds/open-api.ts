import { type Schema, textSchema } from '../../src/cli/types/generate/schema.ts';
import type { Definition, OpenApi } from './definitions.ts';

/** An object whose fields the server does not declare. */
const anyObject: Schema = { ...textSchema, type: 'object', preservesUnknown: true };
const anyValue: Schema = omitType({ ...textSchema, preservesUnknown: true });

function omitType({ type: _, ...schema }: Schema): Schema {
  return schema;
}

/**
 * Schemas for definitions that the OpenAPI document does not describe exactly. For example, the document allows numbers
 * for a quantity. But the server always sends a text, even if a user wrote a number.
 */
const inPlace: Readonly<Record<string, Schema>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': textSchema,
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': textSchema,
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': textSchema,
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': omitType({ ...textSchema, intOrString: true }),
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON': anyValue,
};

const schemaProps = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';
const propsOr = (other: string) => ({ of: schemaProps, or: other });

/**
 * The definitions whose value is either the definition `of`, or the type `or`. The OpenAPI document has no schema for
 * them.
 */
export const unions: Readonly<Record<string, { readonly of: string; readonly or: string }>> = {
  [`${schemaProps}OrArray`]: propsOr('readonly JSONSchemaProps[]'),
  [`${schemaProps}OrBool`]: propsOr('boolean'),
  [`${schemaProps}OrStringArray`]: propsOr('readonly string[]'),
};

/**
 * Whether a definition has a name in TypeScript. If not, the generated code contains the whole type in place of each
 * reference. An object without declared fields has no name.
 */
export const isNamed = ({ name, schema }: Definition): boolean =>
  !(name in inPlace) && (name in unions || schema['properties'] !== undefined);

/**
 * Converts a definition of the server to a schema of the generator.
 *
 * @param typeName - returns the TypeScript name of a definition that has a name
 */
export function schemaOfDefinition(
  { schema, descriptions }: Definition,
  typeName: (definition: string) => string | undefined,
): Schema {
  const made = schemaOf(schema, typeName);
  const properties = [...made.properties].map(
    ([property, value]) => [property, { ...value, description: descriptions[property] ?? '' }] as const,
  );
  return { ...made, description: descriptions[''] ?? '', properties: new Map(properties) };
}

function schemaOf(node: OpenApi, typeName: (definition: string) => string | undefined): Schema {
  const reference = node['$ref'];
  const given = { default: defaultOf(node['default']) };
  if (typeof reference === 'string') {
    const named = typeName(reference);
    const schema =
      named === undefined ? (inPlace[reference] ?? anyObject) : { ...textSchema, reference: named };
    return { ...schema, ...given };
  }
  const [items, values] = [node['items'], node['additionalProperties']] as (OpenApi | undefined)[];
  const properties = Object.entries((node['properties'] ?? {}) as Readonly<Record<string, OpenApi>>);
  return {
    ...textSchema,
    ...given,
    type: node['type'] as NonNullable<Schema['type']>,
    properties: new Map(properties.map(([name, property]) => [name, schemaOf(property, typeName)])),
    required: new Set((node['required'] ?? []) as readonly string[]),
    ...(Array.isArray(node['enum']) ? { enumeration: node['enum'] as readonly unknown[] } : {}),
    ...(items === undefined ? {} : { items: schemaOf(items, typeName) }),
    ...(values === undefined ? {} : { additionalProperties: schemaOf(values, typeName) }),
  };
}

/**
 * Returns a default of the document, except zero values. The document contains the zero value of the Go type as the
 * default of most fields, but these fields have no default.
 */
function defaultOf(given: unknown): unknown {
  const isZero = given === '' || given === 0 || given === false || JSON.stringify(given) === '{}';
  return isZero ? undefined : given;
}
