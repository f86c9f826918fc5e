import { describe, expect, it } from '@jest/globals';
import { builtInSchema, definitionSchema } from '../../../src/apiserver/schema/built-in-schema.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';

/** Returns the schema at a path of property names. `*` stands for the items of a list. */
function at(schema: Schema | undefined, path: string): Schema | undefined {
  return path
    .split('.')
    .reduce<Schema | undefined>(
      (found, name) => (name === '*' ? found?.items : found?.properties?.[name]),
      schema,
    );
}

describe('the schema of a built-in kind', () => {
  const deployment = builtInSchema('apps/v1', 'Deployment');

  it('should resolve its references to any depth', () => {
    expect(at(deployment, 'spec.template.spec.containers')).toMatchObject({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-patch-strategy': 'merge',
    });
    expect(at(deployment, 'spec.template.spec.containers.*')?.required).toEqual(['name']);
    expect(at(deployment, 'spec.strategy')).toMatchObject({
      type: 'object',
      'x-kubernetes-patch-strategy': 'retainKeys',
    });
    expect(at(deployment, 'spec.strategy.rollingUpdate.maxSurge')).toMatchObject({
      'x-kubernetes-int-or-string': true,
    });
  });

  it('should be created once', () => {
    expect(builtInSchema('apps/v1', 'Deployment')).toBe(deployment);
    expect(at(deployment, 'spec.template.spec')).toBe(at(deployment, 'spec.template.spec'));
  });

  it('should be endless for a recursive type', () => {
    const definition = builtInSchema('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    const own = at(definition, 'spec.versions.*.schema.openAPIV3Schema');

    expect(at(own, 'not.not.not.not.maxLength')).toMatchObject({ type: 'integer' });
  });

  it('should keep unknown fields', () => {
    expect(definitionSchema('io.k8s.apimachinery.pkg.runtime.RawExtension')).toEqual({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    });
  });

  it('should be undefined for a kind that is not built in', () => {
    expect(builtInSchema('v1', 'Widget')).toBeUndefined();
    expect(builtInSchema('v1', 'constructor')).toBeUndefined();
  });
});
