/** Compares the cache with a slow and simple reference implementation, which searches a list. */
import { describe, expect, it } from '@jest/globals';
import { LruExpireCache } from '../../../../src/client-go/store/machine/lru-expire-cache.ts';
import { fc } from '../../../support/properties.ts';

type Step =
  | { readonly do: 'set'; readonly key: string; readonly ttl: number }
  | { readonly do: 'get' | 'delete'; readonly key: string }
  | { readonly do: 'wait'; readonly ms: number };

const aKey = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key: aKey, ttl: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ do: fc.constantFrom('get' as const, 'delete' as const), key: aKey }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 10 }) }),
);

describe('LruExpireCache', () => {
  it('should keep the most recently used entries, each until its ttl is over', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, size) => {
        let now = 1_000;
        const cache = new LruExpireCache<number>(size, () => now);
        let naive: { readonly key: string; readonly value: number; readonly until: number }[] = [];
        const without = (key: string): typeof naive => naive.filter((entry) => entry.key !== key);

        steps.forEach((step, value) => {
          if (step.do === 'wait') now += step.ms;
          else if (step.do === 'delete') {
            cache.delete(step.key);
            naive = without(step.key);
          } else if (step.do === 'set') {
            cache.set(step.key, value, step.ttl);
            naive = [...without(step.key), { key: step.key, value, until: now + step.ttl }].slice(-size);
          } else {
            const found = naive.find(({ key, until }) => key === step.key && now <= until);
            naive = [...without(step.key), ...(found === undefined ? [] : [found])];
            expect(cache.get(step.key)).toBe(found?.value);
          }
          expect(cache.keys()).toEqual(naive.map(({ key }) => key));
        });
      }),
      { numRuns: 500 },
    );
  });

  it('should find an entry up to its last millisecond, and restart the ttl when it is set again', () => {
    let now = 0;
    const cache = new LruExpireCache<string>(2, () => now);
    cache.set('a', 'first', 10);
    now = 10;
    expect(cache.get('a')).toBe('first');
    cache.set('a', 'second', 10);
    now = 20;
    expect(cache.get('a')).toBe('second');
    now = 21;

    expect([cache.keys(), cache.get('a'), cache.keys()]).toEqual([['a'], undefined, []]);
  });

  it('should expire an entry after a clock was set back', () => {
    let now = 3_600_000;
    const cache = new LruExpireCache<number>(2, () => now);
    cache.set('a', 1, 60_000);
    now = 0;

    expect(cache.get('a')).toBeUndefined();
  });
});
