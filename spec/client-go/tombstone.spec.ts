import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { deletionHandlingKeyOf } from 'rx-informer/client-go';
import { kubeObject } from 'rx-informer/testing';
import { isTombstone } from '../../src/client-go/tombstone.ts';

const tombstone = {
  key: 'shop/web',
  object: kubeObject('other/name') as KubeObject | undefined,
  finalStateKnown: false,
} as const;

describe('deletionHandlingKeyOf', () => {
  it.each([
    ['an object', kubeObject('shop/web'), 'shop/web'],
    ['a cluster-scoped object', kubeObject('node'), 'node'],
    ['a tombstone, by its own key', tombstone, 'shop/web'],
    ['a tombstone without an object', { ...tombstone, object: undefined }, 'shop/web'],
    ['a key', 'shop/web', 'shop/web'],
  ] as const)('should return the key of %s (B122)', (_what, given, key) => {
    expect(deletionHandlingKeyOf<KubeObject>(given)).toBe(key);
  });
});

describe('isTombstone', () => {
  it('should distinguish a tombstone from an object (B122)', () => {
    expect([tombstone, kubeObject('a')].map((each) => isTombstone(each))).toEqual([true, false]);
  });
});
