import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lowerBound, rangeOf, SortedKeys } from '../../../src/apiserver/storage/sorted-keys.ts';

const key = fc.stringMatching(/^[ab-]{1,3}\/[a.0-]{1,3}$/);

describe('SortedKeys', () => {
  it('should always be what sorting would make of it', () => {
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        const sorted = new SortedKeys();
        const there = new Set<string>();
        for (const one of keys) {
          if (there.delete(one)) sorted.remove(one);
          else {
            there.add(one);
            sorted.add(one);
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

  it('should find the place behind a key by its successor', () => {
    expect(lowerBound(['a', 'b', 'c'], 'b')).toBe(1);
    expect(lowerBound(['a', 'b', 'c'], 'b\u0000')).toBe(2);
    expect(lowerBound(['a', 'b', 'c'], 'd')).toBe(3);
    expect(lowerBound([], 'd')).toBe(0);
  });
});
