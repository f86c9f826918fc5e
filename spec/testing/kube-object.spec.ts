import { describe, expect, it } from '@jest/globals';
import { type KubeObject, OptionsError } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';

interface Widget extends KubeObject {
  readonly spec: { readonly size: number; readonly tags?: readonly string[] };
}

describe('kubeObject', () => {
  it('should make a well-formed object from a key', () => {
    expect(kubeObject('shop/web')).toEqual({
      metadata: { namespace: 'shop', name: 'web', uid: 'uid-of-shop/web', resourceVersion: '1' },
    });
  });

  it('should omit the namespace of a cluster-scoped object', () => {
    expect(kubeObject('node-1').metadata).toEqual({
      name: 'node-1',
      uid: 'uid-of-node-1',
      resourceVersion: '1',
    });
  });

  it('should merge the given fields at any depth, and replace arrays', () => {
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

  it('should not freeze the arrays of the caller', () => {
    const tags: string[] = [];
    const widget = kubeObject<Widget>('a', { spec: { tags } });
    tags.push('x');

    expect(widget.spec.tags).toEqual([]);
  });

  it('should refuse a name that differs from the key, and unknown fields', () => {
    expect(() => kubeObject('shop/a', { metadata: { name: 'b' } })).toThrow('metadata.name must be that of');
    expect(() => kubeObject('shop/a', { metadata: { namespace: 'b' } })).toThrow(OptionsError);
    expect(() => kubeObject('a', 'x' as never)).toThrow('kubeObject: fields must be an object');
    expect(kubeObject('shop/a', { metadata: { name: 'a', namespace: 'shop' } })).toEqual(
      kubeObject('shop/a'),
    );
  });

  it('should refuse a key with more than one slash (B195)', () => {
    expect(() => kubeObject('a/b/c')).toThrow(OptionsError);
    for (const key of ['', '/', '/a', 'a/']) expect(() => kubeObject(key)).toThrow(OptionsError);
    expect(() => kubeObject(undefined as never)).toThrow(OptionsError);
  });
});
