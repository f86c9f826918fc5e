import { describe, expect, it } from '@jest/globals';
import { heapBytes, heapBytesBeside } from '../../../src/apiserver/storage/heap-bytes.ts';

describe('heapBytes', () => {
  it('should grow with the names, the strings and the values', () => {
    expect(heapBytes({ a: 'x'.repeat(1_000) })).toBeGreaterThan(2_000);
    expect(heapBytes({ ['n'.repeat(1_000)]: '' })).toBeGreaterThan(1_000);
    expect(heapBytes(Array.from({ length: 1_000 }, () => 1))).toBeGreaterThan(8_000);
  });

  it('should count managed fields together with their parsed set of fields', () => {
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f:l${at}`, {}]));
    const metadata = (fieldsV1: object) => ({ metadata: { managedFields: [{ manager: 'm', fieldsV1 }] } });

    const bytes = heapBytes(metadata(fields)) - heapBytes(metadata({}));
    expect(bytes).toBeGreaterThan(4 * heapBytes(fields));
  });
});

describe('heapBytesBeside', () => {
  it('should omit parts that the other value shares', () => {
    const spec = { text: 'x'.repeat(1_000) };
    const object = { spec, kind: 'A' };

    expect(heapBytesBeside(object, object)).toBe(0);
    expect(heapBytesBeside({ ...object, kind: 'B' }, object)).toBeLessThan(200);
    expect(heapBytesBeside({ spec: { text: 'y'.repeat(1_000) } }, object)).toBeGreaterThan(1_000);
    expect(heapBytesBeside([spec, spec], [spec])).toBeGreaterThan(1_000);
    expect(heapBytesBeside(spec, undefined)).toBe(heapBytes(spec));
  });
});
