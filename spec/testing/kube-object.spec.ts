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

  it("should leave the caller's own arrays alone", () => {
    const tags: string[] = [];
    const widget = kubeObject<Widget>('a', { spec: { tags } });
    tags.push('x');

    expect(widget.spec.tags).toEqual([]);
  });

  it('should refuse another name than that of the key, and fields that are none', () => {
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
