import { describe, expect, it } from '@jest/globals';
import { schemaInV2 } from '../../../../src/apiserver/discovery/open-api-v2/schema-in-v2.ts';

const kept = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

describe('schemaInV2', () => {
  it.each([
    ['a reference', { $ref: '#/components/schemas/A' }, { $ref: '#/definitions/A' }],
    [
      'a reference with a description',
      { description: 'd', allOf: [{ $ref: '#/components/schemas/A' }] },
      { description: 'd', $ref: '#/definitions/A' },
    ],
    [
      'a nullable schema',
      { type: 'object', nullable: true, required: ['a'], properties: { a: {} } },
      { required: ['a'] },
    ],
    [
      'a property that is nullable',
      { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string', nullable: true }, b: {} } },
      { type: 'object', required: ['b'], properties: { a: {}, b: {} } },
    ],
    ['a schema that allows any value', { ...kept, properties: { a: {} } }, { ...kept, type: undefined }],
    ['an array of anything', { ...kept, type: 'array', items: {} }, { ...kept, type: undefined }],
    [
      'a number or a text',
      {
        description: 'd',
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        'x-kubernetes-int-or-string': true,
      },
      { description: 'd', 'x-kubernetes-int-or-string': true },
    ],
    [
      'a built-in number or text',
      { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
      { type: 'string', format: 'int-or-string' },
    ],
    ['a default', { type: 'string', enum: ['x'], default: 'x' }, { type: 'string', enum: ['x'] }],
    [
      'an inner schema',
      {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string', not: { enum: ['a'] } } },
      },
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    ],
  ])('should convert %s to v2', (_, schema, expected) => {
    expect(schemaInV2(schema)).toEqual(expected);
  });
});
