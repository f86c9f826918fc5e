import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { searchFor } from '../../../src/source/machine/byte-search.ts';

describe('searchFor', () => {
  it('should find what indexOf finds', () => {
    // Two letters and the byte 255: patterns overlap with themselves, and the skip table is used to its end.
    const bytes = (least: number, most: number) =>
      fc.array(fc.constantFrom(97, 98, 255), { minLength: least, maxLength: most });

    fc.assert(
      fc.property(bytes(1, 6), bytes(0, 60), fc.nat(10), fc.nat(10), (pattern, hay, from, short) => {
        const end = Math.max(0, hay.length - short);
        const expected = String.fromCharCode(...hay.slice(0, end)).indexOf(
          String.fromCharCode(...pattern),
          from,
        );

        const found = searchFor(Uint8Array.from(pattern))(Uint8Array.from(hay), from, end);

        expect(found).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});
