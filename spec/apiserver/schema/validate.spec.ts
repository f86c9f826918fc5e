import { describe, expect, it, jest } from '@jest/globals';
import type { OutputUnit } from '@cfworker/json-schema';
import { fc } from '../../support/properties.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';
import { validate } from '../../../src/apiserver/schema/validate.ts';
import type { Json } from '../../../src/apiserver/json.ts';
import { schemaErrors } from '../../../src/apiserver/schema/schema-errors.ts';
import type { FieldError } from '../../../src/apiserver/status/invalid.ts';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { schema, value } from './schemas.ts';

const text: Schema = { type: 'string' };

/** Test cases with the responses of a real kube-apiserver 1.36. */
const answers: readonly (readonly [string, Schema, unknown, string, ...string[]])[] = [
  [
    'minimum',
    { type: 'integer', minimum: 1 },
    0,
    'f: Invalid value: 0: f in body should be greater than or equal to 1',
  ],
  [
    'maximum',
    { type: 'integer', maximum: 100 },
    101,
    'f: Invalid value: 101: f in body should be less than or equal to 100',
  ],
  [
    'exclusive minimum',
    { type: 'integer', minimum: 1, exclusiveMinimum: true },
    1,
    'f: Invalid value: 1: f in body should be greater than 1',
  ],
  [
    'exclusive maximum',
    { type: 'integer', maximum: 9, exclusiveMaximum: true },
    9,
    'f: Invalid value: 9: f in body should be less than 9',
  ],
  [
    'multiple',
    { type: 'number', multipleOf: 0.5 },
    0.3,
    'f: Invalid value: 0.3: f in body should be a multiple of 0.5',
  ],
  [
    'type',
    { type: 'integer' },
    'big',
    'f: Invalid value: "string": f in body must be of type integer: "string"',
  ],
  [
    'null',
    { type: 'array', items: text },
    [null],
    'f[0]: Invalid value: "null": f[0] in body must be of type string: "null"',
  ],
  [
    'fraction',
    { type: 'integer' },
    1.5,
    'f: Invalid value: "number": f in body must be of type integer: "number"',
    '<nil>: Invalid value: "": Checked value must be of type integer (default format) in f',
  ],
  [
    'int32',
    { type: 'integer', format: 'int32' },
    2 ** 31,
    '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in f',
  ],
  [
    'float',
    { type: 'number', format: 'float' },
    1e300,
    '<nil>: Invalid value: "": Checked value must be of type number with format float in f',
  ],
  [
    'enum',
    { type: 'string', enum: ['red', 'blue'] },
    'green',
    'f: Unsupported value: "green": supported values: "red", "blue"',
  ],
  [
    'nullable enum',
    { type: 'string', nullable: true, enum: ['a'] },
    null,
    'f: Unsupported value: null: supported values: "a"',
  ],
  [
    'pattern',
    { type: 'string', pattern: '^a+$' },
    'b',
    'f: Invalid value: "b": f in body should match \'^a+$\'',
  ],
  [
    'short',
    { type: 'string', minLength: 2 },
    'a',
    'f: Invalid value: "a": f in body should be at least 2 chars long',
  ],
  ['long', { type: 'string', maxLength: 4 }, 'aaaaa', 'f: Too long: may not be more than 4 bytes'],
  [
    'few items',
    { type: 'array', items: text, minItems: 1 },
    [],
    'f: Invalid value: 0: f in body should have at least 1 items',
  ],
  [
    'many items',
    { type: 'array', items: text, maxItems: 2 },
    ['a', 'b', 'c'],
    'f: Too many: 3: must have at most 2 items',
  ],
  [
    'few members',
    { type: 'object', minProperties: 1 },
    {},
    'f: Invalid value: 0: f in body should have at least 1 properties',
  ],
  [
    'many members',
    { type: 'object', maxProperties: 1 },
    { a: 1, b: 2 },
    'f: Too many: 2: must have at most 1 items',
  ],
  ['required', { type: 'object', required: ['x'] }, {}, 'f.x: Required value'],
  ['quoted name', { type: 'object', required: ['a"b'] }, {}, 'f.a"b: Required value'],
  [
    'inner',
    { type: 'object', additionalProperties: { type: 'integer' } },
    { 'a/b~c%': 'x' },
    'f.a/b~c%: Invalid value: "string": f.a/b~c% in body must be of type integer: "string"',
  ],
  [
    'int or string',
    { 'x-kubernetes-int-or-string': true },
    true,
    'f: Invalid value: "boolean": f in body must be of type integer,string: "boolean"',
  ],
  [
    'set',
    { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    ['a', 'b', 'a'],
    'f[2]: Duplicate value: "a"',
  ],
  [
    'map',
    {
      type: 'array',
      items: { type: 'object', properties: { k: text } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
    [
      { k: 'a', v: 1 },
      { k: 'a', v: 2 },
    ],
    'f[1]: Duplicate value: {"k":"a"}',
  ],
  [
    'any',
    { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    '<nil>: Invalid value: "": "f" must validate at least one schema (anyOf)',
    'f.a: Required value',
  ],
  [
    'none of one',
    { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found none valid',
    'f.a: Required value',
  ],
  [
    'two of one',
    { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: 1, b: 2 },
    '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found 2 valid alternatives',
  ],
  [
    'not',
    { type: 'object', not: { required: ['a'] } },
    { a: 1 },
    '<nil>: Invalid value: "": "f" must not validate the schema (not)',
  ],
  [
    'all',
    { type: 'integer', allOf: [{ minimum: 3 }, { maximum: 5 }] },
    1,
    'f: Invalid value: 1: f in body should be greater than or equal to 3',
    '<nil>: Invalid value: "": "f" must validate all the schemas (allOf)',
  ],
  [
    'date-time',
    { type: 'string', format: 'date-time' },
    'x',
    'f: Invalid value: "x": f in body must be of type date-time: "x"',
  ],
  [
    'embedded',
    { type: 'object', 'x-kubernetes-embedded-resource': true },
    {},
    'f.apiVersion: Required value',
    'f.kind: Required value',
  ],
  [
    'embedded kind',
    { type: 'object', 'x-kubernetes-embedded-resource': true },
    { apiVersion: 'a/b/c', kind: 'Pod' },
    'f.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
  ],
];

describe('validate', () => {
  it.each(answers)('should answer like the real server (P74: %s)', (_, one, given, ...expected) => {
    const errors = validate(one, given, 'f');

    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected);
  });

  it.each([
    ['duration', '5s', '5x'],
    ['ipv4', '1.2.3.4', '1.2.3'],
    ['ipv6', '::1', '::g'],
    ['cidr', '10.0.0.0/8', '10.0.0.0'],
    ['uri', 'http://x/y', '::'],
    ['uuid', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'x'],
    ['uuid4', '6ba7b810-9dad-41d1-80b4-00c04fd430c8', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
    ['email', 'a@b.c', 'x'],
    ['hostname', 'a.example', 'a.b'],
    ['byte', 'aGk=', '***'],
    ['mac', '00:00:5e:00:53:01', 'x'],
    ['date', '2024-02-29', '2023-02-29'],
    ['datetime', '2024-02-29T12:00:00Z', '2024-02-29'],
    ['hexcolor', '#fff', '#ffg'],
    ['k8s-short-name', 'a-b', 'a.b'],
    ['k8s-long-name', 'a.b', 'a_b'],
  ])('should validate the format %s', (format, good, bad) => {
    const one: Schema = { type: 'string', format };

    expect(validate(one, good)).toEqual([]);
    expect(validate(one, bad)).toHaveLength(1);
  });

  it('should ignore an unknown format', () => {
    expect(validate({ type: 'string', format: 'colour' }, 'x')).toEqual([]);
  });

  it('should find the same errors as a naive walk', () => {
    fc.assert(
      fc.property(schema, value, (one, given) => {
        expect(validate(one, given).length > 0).toBe(isWrong(one, given));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['^(a+)+$', '^(a|aa)+$', '^x|a*b$'])('should validate with %s in linear time', (pattern) => {
    const one: Schema = { type: 'string', pattern };

    expect(validate(one, `${'a'.repeat(100_000)}!`)).toHaveLength(1);
  });

  it('should interrupt slow patterns, and validate the next value', () => {
    const one: Schema = { type: 'string', pattern: 'a[ab]{500}!$' };

    // For this pattern, the RE2 engine keeps a state for each of the last 500 letters. Therefore a match takes about 10
    // s even on a fast computer.
    expect(() => validate(one, `!${lettersWithoutPattern(2_000_000)}`)).toThrow(
      'the object takes too long to validate: its schema needs more than 200 ms',
    );
    expect(validate(one, 'ab')).toHaveLength(1);
    expect(validate(one, `a${'ab'.repeat(250)}!`)).toEqual([]);
  });

  it('should interrupt the comparison of one long text with thousands of lengths', () => {
    const anyOf = Array.from({ length: 9_000 }, (_, length) => ({ maxLength: length }));

    expect(() => validate({ type: 'string', anyOf }, 'x'.repeat(1_000_000))).toThrow(
      'the object takes too long to validate: its schema needs more than 200 ms',
    );
  });

  it('should return the first errors if there are more than JavaScript can pass as arguments', () => {
    const required = Array.from({ length: 300 }, (_, nth) => `name${nth}`);
    const items: Schema = { type: 'object', required };

    expect(
      validate(
        { type: 'array', items },
        Array.from({ length: 440 }, () => ({})),
      ),
    ).not.toHaveLength(0);
  });

  it('should validate a long hostname in linear time', () => {
    expect(validate({ type: 'string', format: 'hostname' }, `${'a'.repeat(5_000)}!`)).toHaveLength(1);
  });

  it('should refuse names that are not valid Unicode', () => {
    const one: Schema = { type: 'object', additionalProperties: text };

    expect(() => validate(one, { '\ud800': 1 })).toThrow('the object has a field whose name is not Unicode');
  });

  it('should refuse an object with too many errors below a long name to decode', () => {
    const of = (inner: Schema): Schema => ({ type: 'object', additionalProperties: inner });
    const wrong = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`a${at}`, 'x']));
    const judge = (length: number): readonly FieldError[] =>
      validate(of(of({ type: 'integer' })), { ['n'.repeat(length)]: wrong });

    expect(judge(10_000)).toHaveLength(400);
    expect(judge(10_000).every(({ field }) => field.length <= 1_000)).toBe(true);
    expect(() => judge(100_000)).toThrow('the object has too many errors below long names');
  });

  it('should show 5,000 characters of a pattern and of enum values', () => {
    const long = 'x'.repeat(100_000);
    const stringify = jest.spyOn(JSON, 'stringify');
    const message = (schema: Schema, value: unknown): string => validate(schema, value)[0]?.message ?? '';

    expect(message({ type: 'string', pattern: 'x'.repeat(6_000) }, 'y')).toMatch(/should match 'x{5000}…'$/);
    expect(message({ enum: [{ a: long }, 1, long] }, 'y')).toMatch(
      /supported values: ".{1000,1020}", "1", "x+…$/,
    );
    expect(message({ enum: [long] }, 'y').length).toBeLessThan(5_100);
    expect(message({ type: 'string', format: 'date' }, long).length).toBeLessThan(2_100);
    expect(stringify.mock.results.every(({ value }) => String(value).length < 10_000)).toBe(true);
    stringify.mockRestore();
  });

  it('should filter the errors of alternatives in time proportional to their number', () => {
    const anyOf = Array.from({ length: 20 }, (_, at) => ({ minProperties: at + 1 }));
    const schema: Schema = { type: 'array', items: { type: 'object', anyOf } };
    const units = (count: number): readonly OutputUnit[] =>
      Array.from({ length: count }, (_, at) =>
        ['anyOf', 'minProperties'].map((keyword) => ({
          keyword,
          keywordLocation: keyword === 'anyOf' ? '#/items/anyOf' : '#/items/anyOf/0/minProperties',
          instanceLocation: `#/${at}`,
          error: '',
        })),
      ).flat();
    const list = Array.from({ length: 40_000 }, () => ({}));
    const [few, many] = [units(10_000), units(40_000)];

    expect(validate(schema, list.slice(0, 20))).toHaveLength(40);
    expect(
      growthOfCost(10_000, (count) =>
        Array.from(schemaErrors(count === 10_000 ? few : many, schema as Json, list, '')),
      ),
    ).toBeLessThan(8);
  });
});

/** A simple reference check of some keywords of a schema: type, nullable and required. */
function isWrong(one: Schema, given: unknown): boolean {
  if (given === null) return one.nullable !== true;
  switch (one.type) {
    case 'integer':
      return !Number.isInteger(given);
    case 'array':
      return (
        !Array.isArray(given) || given.some((item) => one.items !== undefined && isWrong(one.items, item))
      );
    case 'object': {
      if (typeof given !== 'object' || Array.isArray(given)) return true;
      const names = Object.keys(given);
      const { properties = {}, additionalProperties, required = [] } = one;
      if (required.some((name) => !names.includes(name))) return true;
      return Object.entries(given).some(([name, member]) => {
        const property = Object.entries(properties).find(([one]) => one === name)?.[1];
        if (property !== undefined) return isWrong(property, member);
        return typeof additionalProperties === 'object' && isWrong(additionalProperties, member);
      });
    }
    default:
      return typeof given !== one.type;
  }
}

/**
 * Returns a pseudo-random text of the letters a and b, so that no pattern repeats. The text is the same in each run.
 */
function lettersWithoutPattern(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state > 2 ** 30 ? 'a' : 'b';
  }).join('');
}
