import { expect, it, jest } from '@jest/globals';
import { instanceErrors } from '../../../src/apiserver/custom-resources/instance-errors.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';
import { countingReads } from '../support/counting-reads.ts';

const list = (type: string, items: Schema, more: Partial<Schema> = {}): Schema =>
  ({
    type: 'object',
    properties: { list: { type: 'array', items, 'x-kubernetes-list-type': type, ...more } },
  }) as Schema;

const stored = (object: object): StoredObject => object as never;

const keyed = list(
  'map',
  { type: 'object', properties: { k: { type: 'string' }, d: { type: 'integer' } } },
  {
    'x-kubernetes-list-map-keys': ['k'],
  },
);

it('should accept earlier errors in lists of maps, at any position', () => {
  const before = { list: [{ k: 'a', d: 'x' }, { k: 'b', d: 'y' }, { k: 'c' }] };
  const after = {
    list: [
      { k: 'c', d: 'z' },
      { k: 'b', d: 'y' },
      { k: 'a', d: 'w' },
    ],
  };

  expect(instanceErrors(keyed, after, stored(before)).map(({ field }) => field)).toEqual([
    'list[0].d',
    'list[2].d',
  ]);
});

/** Returns items of a list. The items count how often they are read. */
function counted(count: number, itemAt: (at: number) => object): { items: object[]; reads: () => number } {
  let reads = 0;
  const items = Array.from({ length: count }, (_, at) => {
    const item = itemAt(at);
    return {
      ...item,
      get k() {
        reads++;
        return `k${Math.floor(at / 2)}`;
      },
    };
  });
  return { items, reads: () => reads };
}

it('should compare a list with thousands of violations once', () => {
  const schema = list('set', { type: 'object', properties: { k: { type: 'string' } } });
  const [before, after] = [counted(400, () => ({})), counted(400, () => ({}))];

  expect(instanceErrors(schema, { list: after.items }, stored({ list: before.items }))).toEqual([]);
  expect(before.reads()).toBeLessThanOrEqual(2 * 400);
});

it('should find the items of a map by their keys, without a search', () => {
  const [before, after] = [counted(400, () => ({ d: 'x' })), counted(400, () => ({ d: 'x' }))];

  instanceErrors(keyed, { list: after.items }, stored({ list: before.items }));

  expect(before.reads()).toBeLessThanOrEqual(10 * 400);
});

it('should serialise the keys of an item once, for any number of errors', () => {
  const item: Schema = {
    type: 'object',
    required: Array.from({ length: 500 }, (_, at) => `r${at}`),
    properties: { k: { type: 'string' } },
  };
  const schema: Schema = {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: item,
      },
    },
  };
  const list = [{ k: 'a'.repeat(1_000) }];
  const stringify = jest.spyOn(JSON, 'stringify');

  expect(instanceErrors(schema, { list, other: 1 }, stored({ list: [...list] }))).toEqual([]);
  expect(stringify.mock.calls.length).toBeLessThan(10);
  stringify.mockRestore();
});

it('should return at most 1,000 errors', () => {
  const schema: Schema = { type: 'object', additionalProperties: { type: 'string' } };
  const wrong = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

  expect(instanceErrors(schema, { ...wrong(999) }, undefined)).toHaveLength(999);
  expect(instanceErrors(schema, { ...wrong(5_000) }, undefined)).toHaveLength(1_000);
  expect(instanceErrors(schema, { ...wrong(5_000), last: 1 }, stored(wrong(5_000)))).toHaveLength(1);
});

it('should compare the values below long names without building their paths', () => {
  const depth = 100;
  const deepest = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, at]));
  const nested = Array.from({ length: depth }).reduce<object>(
    (inner) => ({ ['n'.repeat(100)]: inner }),
    deepest,
  );
  const schema = Array.from({ length: depth + 1 }).reduce<Schema>(
    (inner) => ({ type: 'object', additionalProperties: inner }),
    { type: 'string' },
  );
  const stringify = jest.spyOn(JSON, 'stringify');

  expect(instanceErrors(schema, { ...nested }, stored(nested))).toEqual([]);
  expect(instanceErrors(schema, { ...nested }, stored({}))).toHaveLength(200);
  expect(stringify.mock.results.every(({ value }) => String(value).length < 2_000)).toBe(true);
  stringify.mockRestore();
});

it('should compare a value once, for any number of wrong objects around it', () => {
  const levels = 50;
  const counted = countingReads(10);
  const nested = (levels: number, inner: object): object =>
    levels === 0 ? inner : { o: nested(levels - 1, inner) };
  const schemaOf = (levels: number): object => ({
    type: 'object',
    required: ['r'],
    'x-kubernetes-preserve-unknown-fields': true,
    ...(levels === 0 ? {} : { properties: { o: schemaOf(levels - 1) } }),
  });
  const object = { ...nested(levels, counted.value), changed: true };
  const existing = stored(nested(levels, { ...counted.value }));
  instanceErrors(schemaOf(levels), object, undefined);
  const alone = counted.reads();

  const errors = instanceErrors(schemaOf(levels), object, existing);

  expect(errors.map(({ field }) => field)).toEqual(['r']);
  expect(counted.reads() - alone).toBeLessThanOrEqual(alone + 10);
});
