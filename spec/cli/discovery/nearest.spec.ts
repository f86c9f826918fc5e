import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distance, nearest } from '../../../src/cli/discovery/nearest.ts';

/** By the definition. */
function naive(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  if (to.startsWith(from.charAt(0))) return naive(from.slice(1), to.slice(1));
  return 1 + Math.min(naive(from.slice(1), to), naive(from, to.slice(1)), naive(from.slice(1), to.slice(1)));
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

describe('nearest', () => {
  it('should count the letters that differ', () => {
    fc.assert(fc.property(word, word, (from, to) => expect(distance(from, to)).toBe(naive(from, to))));
  });

  it('should put the nearest first and leave out what is far', () => {
    expect(nearest('podz', ['nods', 'deployments', 'pods', 'pod'])).toEqual(['pods', 'pod', 'nods']);
  });
});
