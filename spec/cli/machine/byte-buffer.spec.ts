import { describe, expect, it } from '@jest/globals';
import { Buffer } from 'node:buffer';
import { createByteBuffer } from '../../../src/cli/machine/byte-buffer.ts';

describe('createByteBuffer', () => {
  it('should join chunks of any size', () => {
    const buffer = createByteBuffer();
    expect(buffer.bytes().toString()).toBe('');

    for (const text of ['a', '', 'bcd', 'x'.repeat(1_000), 'e']) buffer.append(Buffer.from(text));
    expect(buffer.length).toBe(1_005);
    expect(buffer.bytes().toString()).toBe(`abcd${'x'.repeat(1_000)}e`);
  });

  it('should keep no reference to an appended chunk', () => {
    const buffer = createByteBuffer();
    const chunk = Buffer.from('abc');
    buffer.append(chunk);
    chunk.fill(0);

    expect(buffer.bytes().toString()).toBe('abc');
  });

  it('should copy a million chunks of one byte a limited number of times', () => {
    const buffer = createByteBuffer();
    const one = Buffer.from('x');
    const buffers = new Set<ArrayBufferLike>();
    for (let at = 0; at < 1_000_000; at++) {
      buffer.append(one);
      buffers.add(buffer.bytes().buffer);
    }

    expect(buffer.length).toBe(1_000_000);
    expect(buffers.size).toBeLessThan(25);
  });
});
