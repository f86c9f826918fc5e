import { describe, expect, it } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import { controlledBy, isOwnedBy } from '../../../src/cli/demo/owned.ts';

const owner = kubeObject('owner', { metadata: { uid: 'uid-of-owner' } });
const reference = { apiVersion: 'v1', kind: 'Thing', name: 'owner', uid: 'uid-of-owner' };
const ownedBy = (...ownerReferences: readonly object[]) =>
  kubeObject('owned', { metadata: { ownerReferences } } as object);

describe('controlledBy', () => {
  it('should refer to the owner as the controller', () => {
    expect(controlledBy('apps/v1', 'ReplicaSet', owner)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: 'owner',
      uid: 'uid-of-owner',
      controller: true,
      blockOwnerDeletion: true,
    });
  });
});

describe('isOwnedBy', () => {
  it('should be true for the controller', () => {
    expect(isOwnedBy(ownedBy(controlledBy('v1', 'Thing', owner)), owner)).toBe(true);
  });

  it('should be false for another object with the same name', () => {
    const successor = kubeObject('owner', { metadata: { uid: 'another' } });

    expect(isOwnedBy(ownedBy(controlledBy('v1', 'Thing', owner)), successor)).toBe(false);
  });

  it.each([[{}], [{ controller: false }]])('should be false for a non-controller owner: %j', (is) => {
    expect(isOwnedBy(ownedBy({ ...reference, ...is }), owner)).toBe(false);
  });

  it('should find the controller among other owners', () => {
    const other = { ...reference, uid: 'another' };

    expect(isOwnedBy(ownedBy(other, controlledBy('v1', 'Thing', owner)), owner)).toBe(true);
  });

  it('should be false for an object without owners', () => {
    expect(isOwnedBy(kubeObject('free'), owner)).toBe(false);
    expect(isOwnedBy(ownedBy(), owner)).toBe(false);
  });
});
