import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { ChunkedList } from '../../src/objects/chunked-list.ts';

describe('ChunkedList', () => {
  it('should behave as an array does, over many chunks (PF17)', () => {
    const runs = fc.array(fc.integer({ min: -3000, max: 3000 }), { maxLength: 12 });

    fc.assert(
      fc.property(runs, (counts) => {
        const list = new ChunkedList<number>();
        const array: number[] = [];
        let next = 0;
        let agree = true;
        for (const count of counts) {
          for (let times = 0; times < Math.abs(count); times += 1) {
            if (count > 0) {
              list.push(next);
              array.push(next);
              next += 1;
            } else {
              const peeked = list.peek();
              const shifted = list.shift();
              agree &&= peeked === shifted && shifted === array.shift();
            }
          }
          expect([list.size, agree]).toEqual([array.length, true]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('should accept new items after it was emptied', () => {
    const list = new ChunkedList<string>();

    expect(list.shift()).toBeUndefined();
    list.push('a');
    expect([list.shift(), list.shift(), list.peek(), list.size]).toEqual(['a', undefined, undefined, 0]);
    list.push('b');
    expect(list.peek()).toBe('b');
  });
});
