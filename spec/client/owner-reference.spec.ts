import { describe, expect, it } from '@jest/globals';
import { type KubeObject, OptionsError } from 'rx-informer';
import { ownerReference } from 'rx-informer/client';
import { kubeObject } from 'rx-informer/testing';

const owner: KubeObject = { ...kubeObject('shop/web'), apiVersion: 'apps/v1', kind: 'Deployment' };
const plain = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: owner.metadata.uid };

describe('ownerReference', () => {
  it('should name the owner', () => {
    expect(ownerReference(owner)).toEqual(plain);
    expect(Object.isFrozen(ownerReference(owner))).toBe(true);
  });

  it('should block the deletion of a controller, as metav1.NewControllerRef does', () => {
    expect(ownerReference(owner, { controller: true })).toEqual({
      ...plain,
      controller: true,
      blockOwnerDeletion: true,
    });
  });

  it('should set both fields independently', () => {
    expect(ownerReference(owner, { controller: true, blockOwnerDeletion: false })).toEqual({
      ...plain,
      controller: true,
    });
    expect(ownerReference(owner, { blockOwnerDeletion: true })).toEqual({
      ...plain,
      blockOwnerDeletion: true,
    });
  });

  it.each([
    ['no kind', { ...owner, kind: undefined }],
    ['no version', { ...owner, apiVersion: undefined }],
    ['no uid', { ...owner, metadata: { name: 'web' } }],
    ['no name', { ...owner, metadata: { uid: 'u1' } }],
    ['no object', undefined],
  ])('should throw an OptionsError for an owner with %s', (_, wrong) => {
    expect(() => ownerReference(wrong as KubeObject)).toThrow(OptionsError);
  });

  it('should throw an OptionsError for an unknown option', () => {
    expect(() => ownerReference(owner, { isController: true } as never)).toThrow(
      "did you mean 'controller'?",
    );
  });
});
