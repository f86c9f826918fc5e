import { describe, expect, it } from '@jest/globals';
import { type KubeObject, OptionsError } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';

interface Widget extends KubeObject {
  readonly spec: { readonly size: number; readonly tags?: readonly string[] };
}

describe('kubeObject', () => {
  it('should make a well-formed object of a key', () => {
    expect(kubeObject('shop/web')).toEqual({
      metadata: { namespace: 'shop', name: 'web', uid: 'uid-of-shop/web', resourceVersion: '1' },
    });
  });

  it('should leave the namespace out for a cluster-scoped one', () => {
    expect(kubeObject('node-1').metadata).toEqual({
      name: 'node-1',
      uid: 'uid-of-node-1',
      resourceVersion: '1',
    });
  });

  it('should add what is given, at any depth, arrays whole', () => {
    const widget = kubeObject<Widget>('a', {
      metadata: { resourceVersion: '7', labels: { app: 'x' } },
      spec: { size: 3, tags: ['t'] },
    });

    expect(widget.metadata).toMatchObject({ name: 'a', resourceVersion: '7', labels: { app: 'x' } });
    expect(widget.spec).toEqual({ size: 3, tags: ['t'] });
  });

  it('should freeze it (G11)', () => {
    const widget = kubeObject<Widget>('a', { spec: { size: 3, tags: [] } });

    expect(
      [widget, widget.metadata, widget.spec, widget.spec.tags].every((part) => Object.isFrozen(part)),
    ).toBe(true);
  });

  it('should refuse a key with more than one slash (B195)', () => {
    expect(() => kubeObject('a/b/c')).toThrow(OptionsError);
    expect(() => kubeObject('')).toThrow(OptionsError);
    expect(() => kubeObject(undefined as never)).toThrow(OptionsError);
  });
});
