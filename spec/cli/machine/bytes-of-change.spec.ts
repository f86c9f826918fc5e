import { describe, expect, it } from '@jest/globals';
import { createBytesOfChange } from '../../../src/cli/machine/bytes-of-change.ts';

const metadata = { name: 'a', uid: 'u', resourceVersion: '1' };
const object = { metadata: { ...metadata, annotations: { note: 'x'.repeat(10_000) } } };

describe('createBytesOfChange', () => {
  it('should count the texts of an object', () => {
    const bytes = createBytesOfChange()({ cause: 'watch', object });

    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(16_000);
  });

  it('should count what V8 notes for values that are short', () => {
    const dense = { metadata, values: Array.from({ length: 100_000 }, () => 1) };

    expect(createBytesOfChange()({ cause: 'watch', object: dense })).toBeGreaterThan(1_600_000);
  });

  it('should count a change of a small object, so that at most some 100,000 fit into 64 MiB', () => {
    expect(createBytesOfChange()({ cause: 'watch', object: { metadata } })).toBeGreaterThan(600);
  });

  it('should count 0 for the first list, whose objects are in the store anyway', () => {
    expect(createBytesOfChange()({ cause: 'initial', object })).toBe(0);
  });

  it('should count 450 for a key of a new shape, and as little as before for one of a known shape', () => {
    const bytesOfChange = createBytesOfChange();
    const withKeys = (from: number) => ({
      metadata,
      values: Array.from({ length: 1_000 }, (_, at) => ({ [`k${from + at}`]: 0 })),
    });
    const first = bytesOfChange({ cause: 'watch', object: withKeys(0) });
    const again = bytesOfChange({ cause: 'watch', object: withKeys(0) });
    const others = bytesOfChange({ cause: 'watch', object: withKeys(5_000) });

    expect(first).toBeGreaterThan(550_000);
    expect(again).toBeLessThan(150_000);
    expect(others).toBeGreaterThan(550_000);
  });

  it('should count what V8 notes for empty objects, and for keys that are an index', () => {
    const values = (value: unknown) => ({ metadata, values: Array.from({ length: 10_000 }, () => value) });

    for (const empty of [{}, []])
      expect(createBytesOfChange()({ cause: 'watch', object: values(empty) })).toBeGreaterThan(840_000);
    expect(createBytesOfChange()({ cause: 'watch', object: values({ 34: 0 }) })).toBeGreaterThan(3_840_000);
  });
});
