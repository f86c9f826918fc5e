import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { lowerBound, rangeOf, SortedKeys } from '../../../src/apiserver/storage/sorted-keys.ts';

const key = fc.stringMatching(/^[ab-]{1,3}\/[a.0-]{1,3}$/);

describe('SortedKeys', () => {
  it('should always equal a sorted list, for any pattern of reads', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 80 }), (steps) => {
        const sorted = new SortedKeys();
        const there = new Set<string>();
        for (const [one, isRead] of steps) {
          if (there.delete(one)) sorted.remove(one);
          else {
            there.add(one);
            sorted.add(one);
          }
          if (isRead) expect(sorted.all).toEqual([...there].sort());
        }
        expect(sorted.all).toEqual([...there].sort());
      }),
    );
  });

  it('should insert many keys in one pass', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key), fc.uniqueArray(key), fc.uniqueArray(key), (first, second, third) => {
        const sorted = new SortedKeys();
        const there = new Set<string>();
        for (const keys of [first, second, third]) {
          for (const one of keys) {
            if (there.has(one)) sorted.remove(one);
            else sorted.add(one);
            if (!there.delete(one)) there.add(one);
          }
          expect(sorted.all).toEqual([...there].sort());
        }
      }),
    );
  });

  it('should find the keys of a namespace, and no others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key), fc.constantFrom('', 'a/', 'ab/', 'a-/', 'b/'), (keys, prefix) => {
        const sorted = [...keys].sort();
        expect(sorted.slice(...rangeOf(sorted, prefix))).toEqual(
          sorted.filter((one) => one.startsWith(prefix)),
        );
      }),
    );
  });

  it('should find the position after a key by its successor', () => {
    expect(lowerBound(['a', 'b', 'c'], 'b')).toBe(1);
    expect(lowerBound(['a', 'b', 'c'], 'b\u0000')).toBe(2);
    expect(lowerBound(['a', 'b', 'c'], 'd')).toBe(3);
    expect(lowerBound([], 'd')).toBe(0);
  });
});
