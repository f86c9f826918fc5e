import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { editsUpTo, nearest } from '../../src/discovery/nearest.ts';

/** Computes the Levenshtein distance by its definition. */
function naive(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  if (to.startsWith(from.charAt(0))) return naive(from.slice(1), to.slice(1));
  return 1 + Math.min(naive(from.slice(1), to), naive(from, to.slice(1)), naive(from.slice(1), to.slice(1)));
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

describe('nearest', () => {
  it('should count the differing letters', () => {
    fc.assert(
      fc.property(fc.nat(7), word, word, (limit, from, to) =>
        expect(editsUpTo(limit, from, to)).toBe(Math.min(naive(from, to), limit + 1)),
      ),
    );
  });

  it('should compare 100,000 words of 250 letters, of which most differ early or late', () => {
    const [same, other] = ['x'.repeat(240), 'y'.repeat(240)];
    const words = Array.from(
      { length: 100_000 },
      (_, at) => `${at % 2 === 0 ? same : other}${100_000 + at}abcd`,
    );

    expect(nearest(`${same}100002abcz`, words)).toContain(`${same}100002abcd`);
  });

  it('should return the nearest words first and omit distant words', () => {
    expect(nearest('podz', ['nods', 'deployments', 'pods', 'pod'])).toEqual(['pods', 'pod', 'nods']);
  });
});
