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

  it.each([2_500, 100_000])('should count an object of %d levels as changed', (levels) => {
    const deep = (): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

    expect([true, false]).toContain(isSameContent(at(deep()), at(deep()), undefined));
    if (levels > 50_000) expect(isSameContent(at(deep()), at(deep()), undefined)).toBe(false);
  });
});
