import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { fieldSet, isSameSet } from '../../../../src/apiserver/apply/machine/field-set.ts';
import { fieldsV1Of, setOfFieldsV1 } from '../../../../src/apiserver/apply/machine/fields-v1.ts';

const path = fc.array(fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:1'), { minLength: 1, maxLength: 4 });

describe('FieldsV1', () => {
  it('should be read as it was written', () => {
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const set = fieldSet(...paths);
        const copy = JSON.parse(JSON.stringify(fieldsV1Of(set))) as Record<string, unknown>;

        expect(isSameSet(setOfFieldsV1(copy), set)).toBe(true);
      }),
    );
  });

  it('should contain a field together with the fields below it', () => {
    const set = fieldSet(['f:spec'], ['f:spec', 'f:b'], ['f:spec', 'f:a'], ['f:metadata', 'f:labels']);

    expect(JSON.stringify(fieldsV1Of(set))).toBe(
      '{"f:metadata":{"f:labels":{}},"f:spec":{".":{},"f:a":{},"f:b":{}}}',
    );
  });

  it('should skip unknown elements, and accept an unsorted order', () => {
    const set = setOfFieldsV1({
      'x:new': {},
      'k:{"b":1,"a":2}': { 'f:x': {} },
      'k:{"a":2,"b":1}': { '.': {} },
    });

    expect(fieldsV1Of(set)).toEqual({ 'k:{"a":2,"b":1}': { '.': {}, 'f:x': {} } });
  });

  it.each([[{ a: {} }], [{ 'f:a': 1 }], [{ 'k:x': {} }]])('should not parse %j', (fields) => {
    expect(() => setOfFieldsV1(fields)).toThrow(Error);
  });
});
