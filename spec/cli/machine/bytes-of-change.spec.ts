import { describe, expect, it } from '@jest/globals';
import { type BytesOfChange, createBytesOfChange } from '../../../src/cli/machine/bytes-of-change.ts';

const metadata = { name: 'a', uid: 'u', resourceVersion: '1' };
const object = { metadata: { ...metadata, annotations: { note: 'x'.repeat(10_000) } } };

describe('createBytesOfChange', () => {
  it('should count the texts of an object', () => {
    const bytes = createBytesOfChange()({ cause: 'watch', object });

    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(16_000);
  });

  it("should count V8's memory for short values", () => {
    const dense = { metadata, values: Array.from({ length: 100_000 }, () => 1) };

    expect(createBytesOfChange()({ cause: 'watch', object: dense })).toBeGreaterThan(1_600_000);
  });

  it('should count enough for a small object that about 100,000 changes fit into 64 MiB', () => {
    expect(createBytesOfChange()({ cause: 'watch', object: { metadata } })).toBeGreaterThan(600);
  });

  it('should count 0 for the first list, whose objects the store keeps anyway', () => {
    expect(createBytesOfChange()({ cause: 'initial', object })).toBe(0);
  });

  it('should count 450 bytes for a key of a new shape, and only its basic size for one of a known shape', () => {
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

  /**
   * Returns the estimated size of an object with the given values, in bytes. By default, the estimator has seen no
   * object before.
   */
  const costOf = (values: readonly object[], bytesOfChange = createBytesOfChange()): number => {
    const dense = { metadata, values };
    return bytesOfChange({ cause: 'watch', object: dense });
  };

  it.each([
    ['the same beginning', (at: number) => `${'x'.repeat(64)}${String(at).padStart(6, '0')}`],
    ['the same end', (at: number) => `${String(at).padStart(6, '0')}${'x'.repeat(64)}`],
    ['the same beginning and end', (at: number) => `${'x'.repeat(300)}${1_000 + at}${'x'.repeat(300)}`],
  ])('should count keys as new that have %s', (_, nameOf) => {
    const values = Array.from({ length: 1_000 }, (_value, at) => ({ [nameOf(at)]: 0 }));

    expect(costOf(values)).toBeGreaterThan(values.length * (nameOf(0).length + 550));
  });

  it('should distinguish keys with the same characters but other boundaries', () => {
    const parts = Array.from({ length: 12 }, (_, at) => `part${at}`);
    const cutAt = (place: number): object => ({
      [parts.slice(0, place).join('"')]: 0,
      [parts.slice(place).join('"')]: 0,
    });
    /** Returns an estimator that has already seen the object without its values. */
    const primed = (): BytesOfChange => {
      const bytesOfChange = createBytesOfChange();
      costOf([{}], bytesOfChange);
      return bytesOfChange;
    };
    const cuts = parts.slice(1).map((_, at) => cutAt(at + 1));
    const one = primed();

    expect(cuts.map((cut) => costOf([cut], one))).toEqual(cuts.map((cut) => costOf([cut], primed())));
  });

  it('should distinguish orders of keys that collide in FNV-1a without a seed', () => {
    const names = `qYR_aaan pcECaast CtHhaatw loKMaaGL IXJdaaMt BYGoabcE KUyaabgR gsLdaboz mFcAabxT XnofabZZ
      rAgmacmD jysdactF gzgsacxY IZheacDp -nOsacZe EQEaac_Y vXIWac-u JqXPadkY AJIxadr_ VtXiadtL`.split(/\s+/);
    const values = names.flatMap((one) =>
      names.filter((other) => other !== one).map((other) => ({ [one]: 0, [other]: 0 })),
    );

    expect(costOf(values)).toBeGreaterThan(values.length * 900);
  });

  it('should continue to count new shapes after 100,000 shapes', () => {
    const bytesOfChange = createBytesOfChange();
    const costs = Array.from({ length: 100 }, (_, nth) =>
      costOf(
        Array.from({ length: 1_000 }, (_value, at) => ({ [`k${1_000 * nth + at}`]: 0 })),
        bytesOfChange,
      ),
    );

    expect(Math.min(...costs)).toBeGreaterThan(500_000);
  });

  it("should count V8's memory for empty objects, and for keys that are an index", () => {
    const values = (value: unknown) => ({ metadata, values: Array.from({ length: 10_000 }, () => value) });

    for (const empty of [{}, []])
      expect(createBytesOfChange()({ cause: 'watch', object: values(empty) })).toBeGreaterThan(840_000);
    expect(createBytesOfChange()({ cause: 'watch', object: values({ 34: 0 }) })).toBeGreaterThan(3_840_000);
  });
});
