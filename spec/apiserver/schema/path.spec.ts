import { describe, expect, it } from '@jest/globals';
import { cutPath, entryOf, itemOf, memberOf } from '../../../src/apiserver/schema/path.ts';
import { prune } from '../../../src/apiserver/schema/prune.ts';
import { heapMeter } from '../../support/heap-meter.ts';

describe('a path of a field', () => {
  it('should contain at most 1,000 characters of names', () => {
    const long = 'x'.repeat(100_000);

    expect(memberOf('', long)).toBe('x'.repeat(1_000));
    expect(memberOf('spec', long)).toBe(`spec.${'x'.repeat(995)}`);
    expect(memberOf(memberOf('', long), long)).toBe('x'.repeat(1_000));
    expect(itemOf(memberOf('', long), 3)).toBe('x'.repeat(1_000));
    expect(memberOf('a', 'x'.repeat(998))).toHaveLength(1_000);
  });

  it('should name an entry of a map in brackets, with at most 1,000 characters', () => {
    const long = 'x'.repeat(100_000);

    expect(entryOf('data', 'a.b')).toBe('data[a.b]');
    expect(entryOf('data', 'x'.repeat(994))).toBe(`data[${'x'.repeat(994)}]`);
    expect(entryOf('data', 'x'.repeat(995))).toBe(`data[${'x'.repeat(995)}`);
    expect(entryOf(memberOf('', long), 'a')).toBe('x'.repeat(1_000));
    expect(cutPath(long)).toBe('x'.repeat(1_000));
    expect(cutPath('a.b')).toBe('a.b');
  });

  it('should not keep long names in memory', () => {
    const usedHeap = heapMeter();
    const before = usedHeap();

    const paths = Array.from({ length: 40 }, (_, at) => memberOf('', `${at}${'x'.repeat(1_000_000)}`.trim()));

    expect(usedHeap() - before).toBeLessThan(15_000_000);
    expect(paths).toHaveLength(40);
  });

  it('should be short for each unknown field below a long name', () => {
    const members = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 1]));
    const schema = { type: 'object', additionalProperties: { type: 'object', properties: {} } } as const;

    const { unknown } = prune(schema, { ['x'.repeat(100_000)]: members });

    expect(unknown).toHaveLength(1_000);
    expect(unknown.join('')).toHaveLength(1_000_000);
  });
});
