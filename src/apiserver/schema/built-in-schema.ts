import { isRecord } from '../../objects/index.ts';
import { generatedDefinitionNames } from '../generated/definition-names.ts';
import { type Json, own } from '../json.ts';
import { definition } from './definitions.ts';
import type { Schema } from './schema.ts';

const made = new Map<string, Schema>();
const names = new WeakMap<Schema, string>();

/** Returns the name of the OpenAPI definition from which a schema of a built-in type was created. */
export function definitionNameOf(schema: Schema): string | undefined {
  return names.get(schema);
}

/**
 * Returns the schema of a built-in kind, such as `Deployment` in `apps/v1`. The first read of a part of the schema
 * creates and caches the part.
 */
export function builtInSchema(apiVersion: string, kind: string): Schema | undefined {
  const name = own(generatedDefinitionNames, `${apiVersion}/${kind}`);
  return name === undefined ? undefined : definitionSchema(name);
}

/**
 * Returns the schema of a built-in type.
 *
 * @param name - the name of the OpenAPI definition, such as `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`
 */
export function definitionSchema(name: string): Schema {
  const found = made.get(name);
  if (found !== undefined) return found;
  const node = definition(name) ?? {};
  const schema = schemaOf(isOpen(node) ? { ...node, 'x-kubernetes-preserve-unknown-fields': true } : node);
  made.set(name, schema);
  names.set(schema, name);
  return schema;
}

/** Returns whether an OpenAPI type declares no members and allows all members, such as `RawExtension` or `FieldsV1`. */
function isOpen({ type = 'object', properties, additionalProperties, oneOf }: Json): boolean {
  return type === 'object' && [properties, additionalProperties, oneOf].every((value) => value === undefined);
}

/**
 * Converts a part of an OpenAPI definition to a schema. A `$ref` is resolved only when the schema is read, because some
 * types contain themselves.
 */
function schemaOf({ $ref, properties, items, additionalProperties, ...more }: Json): Schema {
  const base = typeof $ref === 'string' ? definitionSchema($ref) : {};
  if (typeof $ref === 'string' && Object.keys(more).length === 0) return base;
  const extension = more['format'] === 'int-or-string' ? { 'x-kubernetes-int-or-string': true } : {};
  // If a part has a `$ref` and further members, such as a default, the further members replace the same members of the
  // referenced schema.
  const schema = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(base),
      ...Object.getOwnPropertyDescriptors({ ...more, ...extension }),
    },
  );
  if (typeof $ref === 'string') names.set(schema, $ref);
  if (isRecord(properties)) {
    const members = {};
    for (const [name, property] of Object.entries(properties)) lazily(members, name, property);
    Object.assign(schema, { properties: members });
  }
  if (items !== undefined) lazily(schema, 'items', items);
  if (additionalProperties !== undefined) lazily(schema, 'additionalProperties', additionalProperties);
  return schema;
}

/**
 * Defines a member of a schema whose value is created on the first read. Afterwards the member is an ordinary member.
 */
function lazily(target: object, name: string, node: unknown): void {
  const facts = { enumerable: true, configurable: true };
  Object.defineProperty(target, name, {
    ...facts,
    get: () => {
      const value = isRecord(node) ? schemaOf(node) : node;
      Object.defineProperty(target, name, { ...facts, value });
      return value;
    },
  });
}
