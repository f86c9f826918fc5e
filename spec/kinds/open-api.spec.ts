import { describe, expect, it } from '@jest/globals';
import { memberLines } from '../../src/cli/types/generate/schema-type.ts';
import type { OpenApi } from './definitions.ts';
import { isNamed, schemaOfDefinition } from './open-api.ts';

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** Returns the lines of the interface for a definition with these properties. */
const linesOf = (properties: Readonly<Record<string, OpenApi>>, descriptions = {}): readonly string[] =>
  memberLines(
    schemaOfDefinition({ name: 'x', schema: { type: 'object', properties }, descriptions }, (name) =>
      name === 'io.k8s.api.core.v1.PodSpec' ? 'PodSpec' : undefined,
    ),
    { indent: '', path: '', depth: 0, declare: () => false },
  );

describe('schemaOfDefinition', () => {
  it.each<[OpenApi, string]>([
    [{ $ref: 'io.k8s.api.core.v1.PodSpec', default: {} }, 'PodSpec'],
    [{ type: 'array', items: { $ref: 'io.k8s.api.core.v1.PodSpec' } }, 'readonly PodSpec[]'],
    [{ $ref: `${meta}.Time` }, 'string'],
    [{ $ref: `${meta}.MicroTime` }, 'string'],
    [{ $ref: 'io.k8s.apimachinery.pkg.api.resource.Quantity' }, 'string'],
    [{ $ref: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString' }, 'number | string'],
    [{ $ref: `${meta}.FieldsV1` }, '{ readonly [key: string]: unknown }'],
    [{ $ref: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON' }, 'unknown'],
    [{ type: 'string', enum: ['a', 'b'] }, "'a' | 'b'"],
    [{ type: 'object', additionalProperties: { type: 'string' } }, '{ readonly [key: string]: string }'],
  ])('should convert %j to %s', (schema, text) => {
    expect(linesOf({ a: schema })).toEqual([`readonly a?: ${text};`]);
  });

  it('should take the descriptions, and no default that is the zero value of Go', () => {
    expect(linesOf({ a: { type: 'string', default: '' } }, { a: 'The name.' })).toEqual([
      '/** The name. */',
      'readonly a?: string;',
    ]);
    expect(linesOf({ a: { type: 'string', default: 'TCP' } })).toEqual([
      '/** @defaultValue `"TCP"` */',
      'readonly a?: string;',
    ]);
  });
});

describe('isNamed', () => {
  it('should be false for times, quantities and objects without declared fields', () => {
    const named = (name: string, schema: OpenApi): boolean => isNamed({ name, schema, descriptions: {} });

    expect(named(`${meta}.Time`, { type: 'string' })).toBe(false);
    expect(named(`${meta}.FieldsV1`, { type: 'object' })).toBe(false);
    expect(named('io.k8s.api.core.v1.PodSpec', { type: 'object', properties: {} })).toBe(true);
  });
});
