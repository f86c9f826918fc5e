import { afterEach, describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { findByte, searchFor } from '../../../src/source/machine/index-of-bytes.ts';

describe('searchFor', () => {
  it('should find the same position as indexOf', () => {
    // With only three different bytes, the start and the end of a pattern are often equal. The byte 255 tests the last
    // of the 256 entries in the array `skip` of `searchFor`.
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

const host = globalThis as Record<string, unknown>;
const { Buffer: kept } = globalThis;
const module = '../../../src/source/machine/index-of-bytes.ts';

describe('the search for a byte', () => {
  afterEach(() => {
    globalThis.Buffer = kept;
  });

  it('should find the same position as a typed array, in any part of a buffer', () => {
    const bytes = fc.uint8Array({ max: 5, maxLength: 80 });
    fc.assert(
      fc.property(bytes, fc.nat(20), fc.nat(90), fc.nat(6), (whole, start, from, byte) => {
        const part = whole.subarray(start);

        expect(findByte(part, byte, from)).toBe(part.indexOf(byte, from));
      }),
    );
  });

  it.each([
    ['that of a Buffer', 'buffer', { prototype: { indexOf: () => 42 } }, 42],
    ['that of a typed array without Buffer', 'none', undefined, 2],
    ['that of a typed array with another kind of Buffer', 'other', {}, 2],
  ])('should be %s', async (_, name, Buffer, at) => {
    host['Buffer'] = Buffer;
    const fresh = (await import(`${module}?${name}`)) as { readonly findByte: typeof findByte };

    expect(fresh.findByte(Uint8Array.of(7, 8, 7, 9), 7, 1)).toBe(at);
  });
});
