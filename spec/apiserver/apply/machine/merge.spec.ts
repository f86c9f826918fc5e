import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { atomOf } from '../../../../src/apiserver/apply/machine/atom-of.ts';
import { compare } from '../../../../src/apiserver/apply/machine/compare.ts';
import { isEmptySet } from '../../../../src/apiserver/apply/machine/field-set.ts';
import { fieldSetOf } from '../../../../src/apiserver/apply/machine/field-set-of.ts';
import { fieldsV1Of } from '../../../../src/apiserver/apply/machine/fields-v1.ts';
import { merge } from '../../../../src/apiserver/apply/machine/merge.ts';
import { withNamedFields } from '../../../../src/apiserver/apply/machine/named-fields.ts';
import { removeItems } from '../../../../src/apiserver/apply/machine/remove-items.ts';
import type { Schema } from '../../../../src/apiserver/schema/schema.ts';

const number: Schema = { type: 'integer' };
const item: Schema = {
  type: 'object',
  properties: { port: number, protocol: { type: 'string', default: 'TCP' }, name: number },
};
const schema: Schema = {
  type: 'object',
  properties: {
    plain: number,
    map: { type: 'object', additionalProperties: number },
    atomic: { type: 'object', additionalProperties: number, 'x-kubernetes-map-type': 'atomic' },
    inner: { type: 'object', properties: { a: number, b: number } },
    set: { type: 'array', items: number, 'x-kubernetes-list-type': 'set' },
    list: { type: 'array', items: number },
    ports: {
      type: 'array',
      items: item,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
    },
    free: { 'x-kubernetes-preserve-unknown-fields': true },
  },
};
const atom = atomOf(schema);

const few = fc.integer({ min: 0, max: 2 });
const numbers = fc.dictionary(fc.constantFrom('x', 'y'), few, { minKeys: 1 });
const object = fc.record(
  {
    plain: few,
    map: numbers,
    atomic: numbers,
    inner: fc.record({ a: few, b: few }, { requiredKeys: ['a'] }),
    set: fc.uniqueArray(few, { minLength: 1 }),
    list: fc.array(few, { minLength: 1 }),
    ports: fc.uniqueArray(
      fc.record(
        { port: few, protocol: fc.constantFrom('TCP', 'UDP'), name: few },
        { requiredKeys: ['port', 'protocol'] },
      ),
      { minLength: 1, selector: ({ port, protocol }) => `${port}${protocol}` },
    ),
    free: numbers,
  },
  { requiredKeys: [] },
);

/** A simple reference model: the leaves of an object, each with its path and value. */
function leavesOf(value: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (['plain', 'atomic', 'list'].includes(name)) result[name] = member;
    else if (name === 'set') for (const one of member as number[]) result[`set/${one}`] = one;
    else if (name === 'ports') {
      for (const port of member as Record<string, unknown>[])
        for (const [key, inner] of Object.entries(port))
          result[`ports/${String(port['port'])}${String(port['protocol'])}/${key}`] = inner;
    } else
      for (const [key, inner] of Object.entries(member as Record<string, unknown>))
        result[`${name}/${key}`] = inner;
  }
  return result;
}

describe('structured merge', () => {
  it('should have the leaves of both, with the applied values', () => {
    fc.assert(
      fc.property(object, object, (live, applied) => {
        const merged = (merge(atom, live, applied) ?? {}) as Record<string, unknown>;

        expect(leavesOf(merged)).toEqual({ ...leavesOf(live), ...leavesOf(applied) });
      }),
    );
  });

  it('should find no difference between equal values, and all fields in an empty value', () => {
    fc.assert(
      fc.property(object, (value) => {
        const { added, modified, removed } = compare(atom, value, structuredClone(value));
        expect([added, modified, removed].every(isEmptySet)).toBe(true);
        expect(merge(atom, value, value) ?? {}).toEqual(value);

        const all = withNamedFields(atom, fieldSetOf(atom, value));
        expect(removeItems(atom, value, all)).toBeNull();
        expect(removeItems(atom, { ...value, other: 1 }, all)).toEqual({ other: 1 });
      }),
    );
  });

  it('should produce the value by the added, modified and removed fields', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const { removed } = compare(atom, before, after);
        const left = merge(atom, removeItems(atom, before, removed) ?? {}, after) ?? {};

        expect(leavesOf(left as Record<string, unknown>)).toEqual(leavesOf(after));
      }),
    );
  });

  it.each([
    ['keep items of the live list in their places', [1, 2, 3], [3], [1, 2, 3]],
    ['use the applied order for common items', [1, 2, 3], [3, 1], [2, 3, 1]],
    ['put new items at their applied positions', [1, 3], [1, 2, 3], [1, 2, 3]],
    ['use a new list completely', [], [2, 1], [2, 1]],
  ])('should %s', (_, live, applied, expected) => {
    expect(merge(atom, { set: live }, { set: applied })).toEqual({ set: expected });
  });

  it('should distinguish items by defaulted keys', () => {
    const set = fieldSetOf(atom, { ports: [{ port: 1 }, { port: 1, protocol: 'UDP' }] });

    expect(fieldsV1Of(set)).toEqual({
      'f:ports': {
        'k:{"port":1,"protocol":"TCP"}': { '.': {}, 'f:port': {} },
        'k:{"port":1,"protocol":"UDP"}': { '.': {}, 'f:port': {}, 'f:protocol': {} },
      },
    });
    expect(
      merge(atom, { ports: [{ port: 1, protocol: 'TCP', name: 1 }] }, { ports: [{ port: 1, name: 2 }] }),
    ).toEqual({
      ports: [{ port: 1, protocol: 'TCP', name: 2 }],
    });
  });

  it('should own items with one key as one item', () => {
    const twice = { set: [1, 1] };

    expect(fieldsV1Of(fieldSetOf(atom, twice))).toEqual({ 'f:set': { 'v:1': {} } });
    expect(fieldsV1Of(compare(atom, twice, { set: [1] }).removed)).toEqual({ 'f:set': { 'v:1': {} } });
    expect(fieldsV1Of(compare(atom, { set: [1] }, twice).added)).toEqual({ 'f:set': { 'v:1': {} } });
    expect(fieldsV1Of(compare(atom, { set: [1, 1] }, { set: [1, 1, 1] }).modified)).toEqual({
      'f:set': { 'v:1': {} },
    });
  });

  it('should distinguish null, empty and absent', () => {
    expect(fieldsV1Of(compare(atom, { map: {} }, { map: null }).modified)).toEqual({ 'f:map': {} });
    expect(fieldsV1Of(compare(atom, {}, { map: {} }).added)).toEqual({ 'f:map': {} });
    expect(merge(atom, { map: { x: 1 } }, { map: {} })).toEqual({ map: { x: 1 } });
    expect(merge(atom, {}, { map: {} })).toEqual({ map: {} });
  });

  it('should keep a member with an inherited name as its own', () => {
    const evil = JSON.parse('{"map":{"__proto__":1}}') as Record<string, unknown>;
    const merged = merge(atom, { map: { x: 1 } }, evil) as { map: object };

    expect(Object.keys(merged.map)).toEqual(['x', '__proto__']);
    expect(fieldsV1Of(fieldSetOf(atom, evil))).toEqual({ 'f:map': { 'f:__proto__': {} } });
    expect(fieldsV1Of(compare(atom, { map: { x: 1 } }, { map: { x: 1, constructor: 2 } }).added)).toEqual({
      'f:map': { 'f:constructor': {} },
    });
    expect(merge(atom, { map: { constructor: 1 } }, { map: { x: 1 } })).toEqual({
      map: { constructor: 1, x: 1 },
    });
  });
});
