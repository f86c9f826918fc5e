import { afterEach, describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { findByte } from '../../../src/source/machine/find-byte.ts';

const host = globalThis as Record<string, unknown>;
const { Buffer: kept } = globalThis;
const module = '../../../src/source/machine/find-byte.ts';

describe('the search for a byte', () => {
  afterEach(() => {
    globalThis.Buffer = kept;
  });

  it('should find what a typed array finds, in any part of a buffer', () => {
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
    ["a typed array's own where there is none", 'none', undefined, 2],
    ["a typed array's own beside a Buffer of another kind", 'other', {}, 2],
  ])('should be %s', async (_, name, Buffer, at) => {
    host['Buffer'] = Buffer;
    const fresh = (await import(`${module}?${name}`)) as { readonly findByte: typeof findByte };

    expect(fresh.findByte(Uint8Array.of(7, 8, 7, 9), 7, 1)).toBe(at);
  });
});
