import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import { Arena } from '../../../../src/store/machine/compact/arena.ts';
import {
  isJson,
  keyAt,
  lengthOf,
  objectAt,
  RecordWriter,
  versionAt,
} from '../../../../src/store/machine/compact/record.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 50 });
const perhaps = fc.option(text, { nil: undefined });

describe('a record', () => {
  it('should decode key, version and object, for any characters', () => {
    const writer = new RecordWriter();
    const arena = new Arena();
    fc.assert(
      fc.property(text, perhaps, perhaps, fc.jsonValue(), (key, uid, resourceVersion, value) => {
        const json = JSON.stringify({ value });
        const record = writer.write(key, { uid, resourceVersion }, json);
        const place = arena.append(record, 0);

        expect(lengthOf(place)).toBe(record.length);
        expect(keyAt(place)).toBe(key);
        expect(versionAt(place)).toEqual({ uid, resourceVersion });
        expect(objectAt(place)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('should use at most three bytes for each character of a large object', () => {
    const json = `"${'x'.repeat(2_000_000)}"`;

    expect(
      new RecordWriter().write('a', { uid: 'u', resourceVersion: '1' }, json).buffer.byteLength,
    ).toBeLessThan(3 * json.length + 100);
  });

  it('should read a cleared member as absent', () => {
    const place = new Arena().append(
      new RecordWriter().write('a', { uid: '', resourceVersion: undefined }, '{}'),
      0,
    );

    expect(versionAt(place)).toEqual({ uid: '' });
    expect('resourceVersion' in versionAt(place)).toBe(false);
  });
});

describe('isJson', () => {
  it('should accept everything that JSON.parse returns', () => {
    fc.assert(fc.property(fc.json(), (text) => isJson(JSON.parse(text.replaceAll('-0', '0')))));
  });

  it('should accept only values that JSON preserves', () => {
    const anything = fc.anything({ withDate: true, withMap: true, withBigInt: true, withSparseArray: true });
    fc.assert(
      fc.property(anything, (value) => {
        if (isJson(value)) expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
  });

  it('should treat an undefined member as absent, but not an undefined item', () => {
    expect(isJson({ a: undefined, b: [{ c: undefined }] })).toBe(true);
    expect([[undefined], { a: [undefined] }, undefined].map(isJson)).toEqual([false, false, false]);
  });

  it('should refuse a cycle', () => {
    const cycle: unknown[] = [];
    cycle.push([cycle]);

    expect(isJson(cycle)).toBe(false);
  });
});
