import { describe, expect, it } from '@jest/globals';
import { typeText } from '../../../../src/cli/types/generate/schema-type.ts';
import { schemaOf, textSchema } from '../../../../src/cli/types/generate/schema.ts';

const string = { type: 'string' };
const typeOf = (given: Readonly<Record<string, unknown>>): string =>
  typeText(schemaOf('x', given), { indent: '', path: 'x', depth: 1, declare: () => false });
const list = (items: Readonly<Record<string, unknown>>) => ({ type: 'array', items });

describe('typeText', () => {
  it.each([
    [string, 'string'],
    [{ type: 'integer', format: 'int64' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ ...string, nullable: true }, 'string | null'],
    [{ ...string, enum: ['a', "b'", ''] }, "'a' | 'b\\'' | ''"],
    [{ ...string, enum: ['a', null, 'a'], nullable: true }, "'a' | null"],
    [{ type: 'integer', enum: [1, 2] }, '1 | 2'],
    [{ type: 'object', enum: [{}] }, '{ readonly [key: string]: never }'],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, string] }, 'number | string'],
    [{ 'x-kubernetes-preserve-unknown-fields': true, nullable: true }, 'unknown'],
    [{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, '{ readonly [key: string]: unknown }'],
    [{ type: 'object', additionalProperties: true }, '{ readonly [key: string]: unknown }'],
    [{ type: 'object', additionalProperties: string }, '{ readonly [key: string]: string }'],
    [{ type: 'object', additionalProperties: false }, '{ readonly [key: string]: never }'],
    [{ type: 'object' }, '{ readonly [key: string]: never }'],
    [{ type: 'array' }, 'readonly unknown[]'],
    [list(string), 'readonly string[]'],
    [list({ ...string, nullable: true }), 'readonly (string | null)[]'],
    [list({ ...string, enum: ['a', 'b'] }), "readonly ('a' | 'b')[]"],
    [list({ 'x-kubernetes-int-or-string': true }), 'readonly (number | string)[]'],
    [list(list(string)), 'readonly (readonly string[])[]'],
    [{ type: 'object', properties: { 'a-b': string }, required: ['a-b'] }, "{ readonly 'a-b': string }"],
  ])('should convert %j to %s', (schema, text) => {
    expect(typeOf(schema)).toBe(text);
  });

  it('should write the name of a referenced type', () => {
    const place = { indent: '', path: 'x', depth: 1, declare: () => false };
    const reference = { ...textSchema, reference: 'PodSpec' };

    expect(typeText(reference, place)).toBe('PodSpec');
    expect(typeText({ ...textSchema, type: 'array', items: reference }, place)).toBe('readonly PodSpec[]');
  });

  it('should write an object on several lines, with descriptions and defaults', () => {
    const properties = { a: { ...string, description: 'The name.', default: 'x' }, b: list(string) };

    expect(typeOf({ type: 'object', properties, required: ['b'] })).toBe(
      [
        '{',
        '  /**',
        '   * The name.',
        '   *',
        '   * @defaultValue `"x"`',
        '   */',
        '  readonly a?: string;',
        '  readonly b: readonly string[];',
        '}',
      ].join('\n'),
    );
  });

  it('should write a long enum with one value on each line', () => {
    const values = ['a', 'b', 'c'].map((letter) => letter.repeat(40));

    expect(typeOf({ ...string, enum: values })).toBe(values.map((value) => `\n  | '${value}'`).join(''));
  });

  it('should add an index signature if the server preserves unknown fields', () => {
    const unknown = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

    expect(typeOf({ ...unknown, properties: { a: string }, required: ['b'] })).toBe(
      '{\n  readonly a?: string;\n  readonly b: unknown;\n  readonly [key: string]: unknown;\n}',
    );
    expect(typeOf({ ...unknown, required: ['b'] })).toContain('readonly b: unknown;');
  });

  it('should add the fields of each object to an embedded resource', () => {
    const properties = { metadata: { type: 'object' }, kind: { ...string, enum: ['Pod'] }, spec: string };
    const schema = { type: 'object', 'x-kubernetes-embedded-resource': true, properties, required: ['spec'] };

    expect(typeOf(schema)).toBe(
      [
        '{',
        '  readonly metadata?: Applied<ObjectMeta>;',
        '  readonly apiVersion: string;',
        "  readonly kind: 'Pod';",
        '  readonly spec: string;',
        '}',
      ].join('\n'),
    );
  });
});
