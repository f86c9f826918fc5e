import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { createByteWindow } from '../../../src/source/machine/byte-window.ts';
import { lend, reclaim } from '../../../src/source/machine/lent-chunks.ts';

const canTransfer = 'transfer' in ArrayBuffer.prototype;

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

  it('should copy a large chunk in parts, each when it is asked for', () => {
    const window = createByteWindow(4);
    const held = (): readonly number[] => [...window.bytes.subarray(window.at, window.end)];
    const chunk = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);

    window.push(chunk);
    window.push(Uint8Array.of(10));
    expect([held(), window.hasMore]).toEqual([[1, 2, 3, 4], true]);

    window.moveTo(window.at + 3);
    expect(window.takeIn()).toBe(true);
    expect(held()).toEqual([4, 5, 6, 7, 8]);
    window.moveTo(window.end);
    expect([window.takeIn(), window.takeIn(), window.hasMore]).toEqual([true, true, false]);
    expect(held()).toEqual([9, 10]);
    expect(window.takeIn()).toBe(false);
    expect(window.bytes.length).toBeLessThan(chunk.length);

    window.push(chunk);
    window.clear();
    expect([held(), window.hasMore, window.takeIn()]).toEqual([[], false, false]);
  });

  it('should say that a chunk is spent once all of it is copied, not before', () => {
    const window = createByteWindow(4);
    const chunk = new Uint8Array(new ArrayBuffer(8));
    lend(chunk);

    window.push(chunk);
    reclaim([chunk]);
    expect(chunk.length).toBe(8); // it waits, so it is not taken back

    const small = new Uint8Array(new ArrayBuffer(4));
    window.takeIn();
    lend(small);
    window.push(small);
    reclaim([small]);
    expect(small.length).toBe(canTransfer ? 0 : 4);
  });

  it('should not grow while what comes is read', () => {
    const window = createByteWindow();

    for (let i = 0; i < 10_000; i++) {
      window.push(new Uint8Array(100));
      window.moveTo(window.end - 10);
    }

    expect(window.bytes.length).toBeLessThan(1_000);
  });

  /** Pushes and reads so many bytes in turn. */
  const windowAfter = (...steps: readonly (readonly [pushed: number, read: number])[]) => {
    const window = createByteWindow();
    for (const [pushed, read] of steps) {
      window.push(new Uint8Array(pushed));
      window.moveTo(window.at + read);
    }
    return { size: window.bytes.length, at: window.at, end: window.end };
  };

  it.each<[string, ReturnType<typeof windowAfter>, ReturnType<typeof windowAfter>]>([
    ['stay where there is room', windowAfter([10, 8], [3, 2], [4, 0]), { size: 10, at: 2, end: 9 }],
    ['stay where there is just room', windowAfter([10, 8], [3, 2], [5, 0]), { size: 10, at: 2, end: 10 }],
    ['move to the front', windowAfter([10, 8], [3, 0]), { size: 10, at: 0, end: 5 }],
    ['move to the front, where it just fits', windowAfter([10, 8], [8, 0]), { size: 10, at: 0, end: 10 }],
    ['move to the front, half a buffer', windowAfter([10, 5], [5, 0]), { size: 10, at: 0, end: 10 }],
    ['take a larger one, more than half a buffer', windowAfter([10, 4], [1, 0]), { size: 20, at: 0, end: 7 }],
    ['take a larger one, where it does not fit', windowAfter([10, 8], [9, 0]), { size: 20, at: 0, end: 11 }],
    ['take one as large as needed', windowAfter([10, 0], [90, 0]), { size: 100, at: 0, end: 100 }],
  ])('should %s', (_, window, expected) => {
    expect(window).toEqual(expected);
  });

  it('should keep nothing of a chunk (PF21)', () => {
    const window = createByteWindow();
    const chunk = Uint8Array.of(1, 2, 3);

    window.push(chunk);
    chunk.fill(0);

    expect([...window.bytes.subarray(window.at, window.end)]).toEqual([1, 2, 3]);
  });
});
