import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createByteWindow } from '../../../src/source/machine/byte-window.ts';

describe('byte window', () => {
  it('should hold what came and was not read, in order', () => {
    const steps = fc.array(
      fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.double({ min: 0, max: 1, noNaN: true })),
    );

    fc.assert(
      fc.property(steps, (all) => {
        const window = createByteWindow();
        let expected: number[] = [];

        for (const [chunk, share] of all) {
          window.push(chunk);
          expected.push(...chunk);
          const read = Math.floor(share * expected.length);
          window.moveTo(window.at + read);
          expected = expected.slice(read);

          expect([...window.bytes.subarray(window.at, window.end)]).toEqual(expected);
        }
      }),
    );
  });

  it('should not grow while what comes is read', () => {
    const window = createByteWindow();

    for (let i = 0; i < 10_000; i++) {
      window.push(new Uint8Array(100));
      window.moveTo(window.end - 10);
    }

    expect(window.bytes.length).toBeLessThan(1_000);
  });

  it('should keep nothing of a chunk (PF21)', () => {
    const window = createByteWindow();
    const chunk = Uint8Array.of(1, 2, 3);

    window.push(chunk);
    chunk.fill(0);

    expect([...window.bytes.subarray(window.at, window.end)]).toEqual([1, 2, 3]);
  });
});
