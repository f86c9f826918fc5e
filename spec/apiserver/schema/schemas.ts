import { fc } from '../../support/properties.ts';
import type { Json } from '../../../src/apiserver/json.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';

/**
 * Few property names, so that objects and schemas often have the same names. Each JavaScript object inherits some of
 * these names.
 */
const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');

const record = <V>(value: fc.Arbitrary<V>): fc.Arbitrary<Readonly<Record<string, V>>> =>
  fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

/** Random values that can be in a request body. */
export const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, 0, 1, 2.5, 'x', 'y', true),
    fc.array(tie('value'), { maxLength: 3 }),
    record(tie('value')),
  ),
})).value;

export const object: fc.Arbitrary<Json> = record(value);

const leaf = fc.constantFrom<unknown>('d', 7, true);

/** Random structural schemas. Their defaults may violate the schema. */
export const schema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.record(
      { type: fc.constantFrom('string', 'integer', 'boolean'), nullable: fc.boolean(), default: leaf },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: record(tie('schema')),
        nullable: fc.boolean(),
        default: record(leaf),
        'x-kubernetes-preserve-unknown-fields': fc.constant(true),
        required: fc.array(name, { maxLength: 2 }),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
  ),
})).schema;

/** A random schema of a whole object. */
export const root: fc.Arbitrary<Schema> = record(schema).map((properties) => ({
  type: 'object',
  properties,
}));
