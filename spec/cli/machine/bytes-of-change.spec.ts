import { describe, expect, it } from '@jest/globals';
import { bytesOfChange } from '../../../src/cli/machine/bytes-of-change.ts';

const metadata = { name: 'a', uid: 'u', resourceVersion: '1' };
const object = { metadata: { ...metadata, annotations: { note: 'x'.repeat(10_000) } } };

describe('bytesOfChange', () => {
  it('should count the texts of an object', () => {
    const bytes = bytesOfChange({ cause: 'watch', object });

    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(11_500);
  });

  it('should count what V8 notes for values that are short', () => {
    const dense = { metadata, values: Array.from({ length: 100_000 }, () => 1) };

    expect(bytesOfChange({ cause: 'watch', object: dense })).toBeGreaterThan(1_600_000);
  });

  it('should count a change of a small object, so that at most some 100,000 fit into 64 MiB', () => {
    expect(bytesOfChange({ cause: 'watch', object: { metadata } })).toBeGreaterThan(600);
  });

  it('should count 0 for the first list, whose objects are in the store anyway', () => {
    expect(bytesOfChange({ cause: 'initial', object })).toBe(0);
  });
});
