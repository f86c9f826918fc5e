import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import type { Json } from '../../../src/apiserver/json.ts';
import { applyDefaults, applyDefaultsToStored } from '../../../src/apiserver/schema/apply-defaults.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';
import { object, root } from './schemas.ts';

/**
 * A simple reference implementation: as in Kubernetes' apiextensions, the first pass replaces nulls, and the second
 * pass adds missing fields. Changes its argument.
 */
function naive(value: unknown, schema: Schema | undefined): void {
  if (schema === undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    value.forEach((item, at) => {
      if (item === null && schema.items?.nullable !== true && schema.items?.default !== undefined) {
        value[at] = copy(schema.items.default);
      }
      naive(value[at], schema.items);
    });
    return;
  }
  const members = value as Record<string, unknown>;
  const put = (name: string, member: unknown): unknown =>
    Object.defineProperty(members, name, {
      value: member,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  const schemaOf = (name: string): Schema | undefined => {
    const { properties = {}, additionalProperties } = schema;
    if (Object.keys(properties).includes(name)) return properties[name];
    return typeof additionalProperties === 'object' ? additionalProperties : undefined;
  };
  for (const name of Object.keys(members)) {
    const inner = schemaOf(name);
    if (members[name] !== null || inner === undefined || inner.nullable === true) continue;
    if (inner.default === undefined) Reflect.deleteProperty(members, name);
    else put(name, copy(inner.default));
  }
  for (const name of Object.keys(schema.properties ?? {})) {
    const inner = schema.properties?.[name];
    if (!Object.keys(members).includes(name) && inner?.default !== undefined) put(name, copy(inner.default));
  }
  for (const name of Object.keys(members)) naive(members[name], schemaOf(name));
}

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );

describe('applyDefaults', () => {
  it('should set the same defaults as the rules of apiextensions', () => {
    fc.assert(
      fc.property(root, object, (schema, given) => {
        const expected = copy(given) as Json;
        naive(expected, schema);

        expect(sorted(applyDefaults(schema, given))).toBe(sorted(expected));
      }),
      { numRuns: 1000 },
    );
  });

  it('should return the same object if nothing is missing', () => {
    fc.assert(
      fc.property(root, object, (schema, given) => {
        const once = applyDefaults(schema, given);
        expect(applyDefaults(schema, once)).toBe(once);
      }),
    );
  });

  it('should not change its argument', () => {
    const given = Object.freeze({ spec: Object.freeze({}) });
    const schema: Schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { color: { type: 'string', default: 'red' } } } },
    };

    expect(applyDefaults(schema, given)).toEqual({ spec: { color: 'red' } });
    expect(given).toEqual({ spec: {} });
  });

  it('should set defaults within a default', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        spec: { type: 'object', default: {}, properties: { color: { type: 'string', default: 'red' } } },
      },
    };

    expect(applyDefaults(schema, {})).toEqual({ spec: { color: 'red' } });
  });

  const itemsWith = (properties: Readonly<Record<string, Schema>>): Schema => ({
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object', properties } } },
  });
  const lists = (length: number): Json => ({ list: Array.from({ length }, () => ({})) });
  const named = (count: number, schema: Schema): Readonly<Record<string, Schema>> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema]));

  it('should stop when the defaults have created too many values', () => {
    const schema = itemsWith(named(100, { type: 'string', default: 'd' }));

    expect(applyDefaults(schema, lists(400))['list']).toHaveLength(400);
    expect(() => applyDefaults(schema, lists(600))).toThrow('the object has more than 50000 values');
    expect(() =>
      applyDefaults(
        itemsWith({ inner: { type: 'array', default: Array(1_000).fill({}), items: {} } }),
        lists(60),
      ),
    ).toThrow('the object has more than 50000 values');
  });

  it('should read properties without a default once, for any number of values with that schema', () => {
    let reads = 0;
    const plain = {
      type: 'string',
      get default() {
        reads++;
        return undefined;
      },
    } as unknown as Schema;
    const schema = itemsWith(named(1_000, plain));

    expect(applyDefaults(schema, lists(1_900))).toEqual(lists(1_900));
    expect(applyDefaults(schema, lists(1_900))).toEqual(lists(1_900));
    expect(reads).toBe(1_000);
  });

  it('should set more defaults for stored objects, and return a too large object unchanged', () => {
    const withDefaults = (count: number): Schema => itemsWith(named(count, { type: 'string', default: 'd' }));

    const [first] = applyDefaultsToStored(withDefaults(100), lists(1_900))['list'] as readonly object[];
    expect(Object.keys(first ?? {})).toHaveLength(100);
    const given = lists(2_100);
    expect(applyDefaultsToStored(withDefaults(100), given)).toBe(given);
  });
});
