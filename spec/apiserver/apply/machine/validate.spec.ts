import { describe, expect, it } from '@jest/globals';
import { atomOf } from '../../../../src/apiserver/apply/machine/atom-of.ts';
import { errorText, validate } from '../../../../src/apiserver/apply/machine/validate.ts';
import type { Schema } from '../../../../src/apiserver/schema/schema.ts';

const text: Schema = { type: 'string' };
const schema: Schema = {
  type: 'object',
  properties: {
    text,
    number: { type: 'integer' },
    flag: { type: 'boolean' },
    either: { type: 'string', format: 'int-or-string' },
    map: { type: 'object', additionalProperties: text },
    list: { type: 'array', items: text },
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    keyed: {
      type: 'array',
      items: { type: 'object', properties: { name: text } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};
const atom = atomOf(schema);

describe('validate', () => {
  it.each([
    [{}],
    [{ text: 'x', number: 1.5, flag: false, either: 1, map: { a: 'b' }, list: ['x', 'x'], set: ['x'] }],
    [{ text: null, number: null, map: null, list: null }],
    [{ free: { any: [{ thing: 1 }] } }],
    [{ keyed: [{ name: 'a' }, { name: 'b' }] }],
  ])('should accept %j', (value) => {
    expect(validate(atom, value, false)).toEqual([]);
  });

  it.each([
    [{ text: 1 }, '.text: expected string, got &value.valueUnstructured{Value:1}'],
    [{ number: 'x' }, '.number: expected numeric (int or float), got string'],
    [{ number: true }, '.number: expected numeric (int or float), got bool'],
    [{ number: [] }, '.number: expected numeric (int or float), got []interface {}'],
    [{ flag: 'x' }, '.flag: expected boolean, got &{x}'],
    [{ either: { a: [1] } }, '.either: expected any scalar, got &{map[a:[1]]}'],
    [{ map: [null] }, '.map: expected map, got &{[<nil>]}'],
    [{ map: { a: 1 } }, '.map.a: expected string, got &value.valueUnstructured{Value:1}'],
    [{ list: {} }, '.list: expected list, got &{map[]}'],
    [{ list: ['x', 1] }, '.list[1]: expected string, got &value.valueUnstructured{Value:1}'],
    [{ set: ['x', 'x'] }, '.set: duplicate entries for key [="x"]'],
    [
      { set: [null] },
      ".set: element 0: associative list without keys has an element that's an explicit null",
    ],
    [{ set: [{}] }, ".set: element 0: associative list without keys has an element that's a map type"],
    [{ set: [[]] }, '.set: element 0: not supported: associative list with lists as elements'],
    [{ keyed: ['x'] }, '.keyed: element 0: associative list with keys may not have non-map elements'],
    [{ keyed: [null] }, '.keyed: element 0: associative list with keys may not have a null element'],
    [
      { keyed: [{}] },
      '.keyed: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
    ],
    [{ keyed: [{ name: 'a', more: 1 }] }, '.keyed[name="a"].more: field not declared in schema'],
    [{ foo: 1 }, '.foo: field not declared in schema'],
    [{ constructor: 1 }, '.constructor: field not declared in schema'],
  ])('should answer for %j like the real server', (value, message) => {
    expect(validate(atom, value, false)).toEqual([message]);
  });

  it('should allow items with equal keys on request', () => {
    expect(validate(atom, { set: ['x', 'x'], keyed: [{ name: 'a' }, { name: 'a' }] }, true)).toEqual([]);
  });

  it('should report several errors in lines', () => {
    expect(errorText(validate(atom, { text: 1, map: 1 }, false))).toBe(
      'errors:\n  .text: expected string, got &value.valueUnstructured{Value:1}\n  .map: expected map, got &{1}',
    );
  });

  it('should shorten the long key of an item and long values, in each of many errors', () => {
    const long = 'x'.repeat(100_000);
    const keyed = [{ name: long, more: 1 }];
    const errors = (value: object): readonly string[] => validate(atom, value, false);

    expect(errors({ keyed })).toEqual([
      `.keyed[${`{"name":"${long}`.slice(0, 1_000 - '.keyed['.length)}: field not declared in schema`,
    ]);
    expect(errors({ flag: long })).toEqual([`.flag: expected boolean, got &{${'x'.repeat(1_000)}…}`]);
    expect(errors({ set: [long, long] }).join('')).toHaveLength(
      ':.set: duplicate entries for key []'.length + 999,
    );
    expect(errors({ map: { [long]: 1 } }).join('').length).toBeLessThan(1_100);
  });

  it('should report 200 errors, and count the rest', () => {
    const errors = validate(atom, { map: 1, list: Array(300).fill(1) }, false);

    expect(errors).toHaveLength(201);
    expect(errors[199]).toBe('.list[198]: expected string, got &value.valueUnstructured{Value:1}');
    expect(errors[200]).toBe('and 101 more');
    expect(errorText(errors)).toMatch(/\n {2}and 101 more$/);
  });
});
