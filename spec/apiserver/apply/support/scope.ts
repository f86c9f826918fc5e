import type { FieldScope } from '../../../../src/apiserver/apply/field-scope.ts';
import { fieldScope } from '../../../../src/apiserver/apply/field-scope.ts';
import { Catalog } from '../../../../src/apiserver/resources/catalog.ts';
import { type BuiltIn, type Resource, resourceOf } from '../../../../src/apiserver/resources/resource.ts';
import { builtInSchema } from '../../../../src/apiserver/schema/built-in-schema.ts';

/**
 * Returns the context of a write: the time, the written version of a resource, and the other versions of the resource.
 */
export function scopeOf(now: string, resource: BuiltIn, ...others: readonly BuiltIn[]): FieldScope {
  return scopeBy(now, resource, '', ...others);
}

/** Returns the context of a write to a subresource. */
export function scopeBy(
  now: string,
  resource: BuiltIn,
  subresource: string,
  ...others: readonly BuiltIn[]
): FieldScope {
  const catalog = new Catalog();
  const all: readonly Resource[] = [resource, ...others].map(resourceOf);
  for (const one of all) catalog.add(one);
  const world = { now: () => Date.parse(now), random: () => 0 };
  return fieldScope({ catalog, world }, resourceOf(resource), subresource);
}

const schemaOf = (apiVersion: string, kind: string): { schema?: NonNullable<Resource['schema']> } => {
  const schema = builtInSchema(apiVersion, kind);
  return schema === undefined ? {} : { schema };
};

export const configMaps: BuiltIn = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  builtIn: true,
  ...schemaOf('v1', 'ConfigMap'),
};

export const deployments: BuiltIn = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  builtIn: true,
  status: true,
  ...schemaOf('apps/v1', 'Deployment'),
};

const text = { type: 'string' } as const;

/** Returns a custom resource in one version. `spec` is the schema of its `spec`. */
export const widgets = (version: string, spec: object): BuiltIn => ({
  group: 'demo.example.com',
  version,
  resource: 'widgets',
  kind: 'Widget',
  status: true,
  schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: spec as Record<string, object> }, status: text },
  },
});
