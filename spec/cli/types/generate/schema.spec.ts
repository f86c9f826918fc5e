import { describe, expect, it } from '@jest/globals';
import { schemaOf, shown } from '../../../../src/cli/types/generate/schema.ts';

describe('schemaOf', () => {
  it('should read the parts that decide the type', () => {
    const schema = schemaOf('x', {
      type: 'object',
      description: 'A thing.',
      required: ['a', 1],
      properties: {
        a: { type: 'array', items: { type: 'string', enum: ['b'], nullable: true, default: 'b' } },
      },
      additionalProperties: { 'x-kubernetes-int-or-string': true },
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    });

    expect(schema).toMatchObject({
      type: 'object',
      description: 'A thing.',
      embedded: true,
      preservesUnknown: true,
    });
    expect(schema.required).toEqual(new Set(['a']));
    expect(schema.additionalProperties).toMatchObject({ intOrString: true });
    expect(schema.properties.get('a')?.items).toMatchObject({
      enumeration: ['b'],
      nullable: true,
      default: 'b',
    });
  });

  it.each([
    [{ $ref: '#/definitions/a' }, 'x has the $ref "#/definitions/a", and a structural schema has no $ref'],
    [
      { type: 'object', properties: { a: { type: 'array', items: { $ref: 1 } } } },
      'x.properties.a.items has the $ref 1',
    ],
    [{ properties: {} }, 'x has no type, and each part of a structural schema has a type'],
    [{ type: 'int' }, 'x has the type "int"; allowed: object, array, string, integer, number, boolean'],
    [{ type: ['string'] }, 'x has the type a list; allowed'],
    [{ type: 'object', additionalProperties: {} }, 'x.additionalProperties has no type'],
    [{ type: 'object', properties: [] }, 'x.properties is a list, and has to be an object'],
    [
      { type: 'object', properties: { a: 'string' } },
      'x.properties.a is "string", and a schema is an object',
    ],
    [{ type: 'string', enum: 'a' }, 'x.enum is "a", and has to be a list'],
    [null, 'x is null, and a schema is an object'],
  ])('should refuse %j', (given, problem) => {
    expect(() => schemaOf('x', given)).toThrow(problem);
  });
});

describe('shown', () => {
  it('should describe a value in a few words', () => {
    expect([undefined, [1], {}, null, 'a', 1].map(shown)).toEqual([
      'absent',
      'a list',
      'an object',
      'null',
      '"a"',
      '1',
    ]);
  });
});
