import { describe, expect, it } from '@jest/globals';
import { createDistinctKeys } from '../../../src/source/machine/distinct-keys.ts';

const encoder = new TextEncoder();

describe('distinct keys', () => {
  it('should count each key once, and of many nearly all', () => {
    const keys = createDistinctKeys();
    const add = (key: string): void => {
      const bytes = encoder.encode(`"${key}"`);
      keys.add(bytes, 1, bytes.length - 1);
    };

    for (const key of ['a', 'b', 'a', '', 'ä', '']) add(key);
    expect(keys.count).toBe(4);

    for (let nth = 0; nth < 30_000; nth++) add(`key-${nth}`);
    expect(keys.count).toBeGreaterThan(29_000);
    expect(keys.count).toBeLessThanOrEqual(30_004);
  });
});
