import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createSizeGuard } from '../../../src/source/machine/size-guard.ts';

const mebibyte = 1_048_576;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
/** An object with so many keys, of the fewest bytes that each can have. */
const withKeys = (count: number): Uint8Array =>
  bytesOf(`{${Array.from({ length: count }, (_, nth) => `"${nth.toString(36)}":1`).join(',')}}`);

describe('size guard', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should take no memory to count the keys of objects that are too short to have too many', () => {
    const guard = createSizeGuard({ maxFrameBytes: 16 * mebibyte, maxPageBytes: 32 * mebibyte });
    const pod = withKeys(500);
    const buffers = jest.spyOn(globalThis, 'Uint32Array');

    for (let nth = 0; nth < 1_000; nth++) guard.check('an object of a list', pod, 0, pod.length);

    expect(buffers).not.toHaveBeenCalled();
  });

  it('should refuse an object with one key too many, however short the keys are', () => {
    const guard = createSizeGuard({ maxFrameBytes: 4_096 * 512, maxPageBytes: 1 });
    const check = (bytes: Uint8Array): void => guard.check('a watch frame', bytes, 0, bytes.length);

    expect(() => check(withKeys(4_096 - 50))).not.toThrow(); // two keys of equal hash count once
    expect(() => check(withKeys(4_096 + 50))).toThrow('a watch frame has more than 4096 different keys');
  });
});
