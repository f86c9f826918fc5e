import { describe, expect, it } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import { isSameContent } from '../../../src/store/machine/is-same.ts';

describe('isSameContent', () => {
  const at = (data: unknown) => ({
    ...kubeObject('a', { metadata: { uid: 'u', resourceVersion: '1' } }),
    data,
  });

  it('should compare what stands under an equal version', () => {
    expect(isSameContent(at({ a: 1 }), at({ a: 1 }), undefined)).toBe(true);
    expect(isSameContent(at({ a: 1 }), at({ a: 2 }), undefined)).toBe(false);
  });

  const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

  it('should compare objects of 2,500 levels without an error', () => {
    expect(() => isSameContent(at(deep(2_500)), at(deep(2_500)), undefined)).not.toThrow();
  });

  it('should count objects of 100,000 levels, too deep to compare, as changed', () => {
    expect(isSameContent(at(deep(100_000)), at(deep(100_000)), undefined)).toBe(false);
  });
});
