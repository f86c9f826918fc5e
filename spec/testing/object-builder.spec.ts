import { describe, expect, it } from '@jest/globals';
import { type KubeObject, OptionsError } from 'rx-informer';
import { objectBuilder, pod } from 'rx-informer/testing';
import type { Pod } from 'rx-informer/kinds';

interface Widget extends KubeObject {
  readonly spec: { readonly size: number; readonly tags?: readonly string[] };
}

describe('objectBuilder', () => {
  it('should make objects of one kind, with fields of their metadata by name', () => {
    const widget = objectBuilder<Widget>({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      fields: { labels: { app: 'web' }, spec: { size: 1, tags: ['a'] } },
    });

    expect(widget('node', { labels: { tier: 'x' }, finalizers: ['f'], spec: { size: 2 } })).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: {
        name: 'node',
        uid: 'uid-of-node',
        resourceVersion: '1',
        labels: { app: 'web', tier: 'x' },
        finalizers: ['f'],
      },
      spec: { size: 2, tags: ['a'] },
    });
  });

  it('should make pods, in the default namespace unless the key has a namespace', () => {
    const typed: Pod = pod<Pod>('shop/a', { resourceVersion: '7', spec: { nodeName: 'n1' } });

    expect(pod('a', { labels: { app: 'web' } })).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        namespace: 'default',
        name: 'a',
        uid: 'uid-of-default/a',
        resourceVersion: '1',
        labels: { app: 'web' },
      },
    });
    expect([typed.metadata.namespace, typed.metadata.resourceVersion, typed.spec?.nodeName]).toEqual([
      'shop',
      '7',
      'n1',
    ]);
    expect(Object.isFrozen(typed.metadata)).toBe(true);
  });

  it.each(['metadata', 'name', 'namespace'])('should refuse the field %s', (name) => {
    const fields = { [name]: name === 'metadata' ? { labels: { app: 'web' } } : 'b' } as never;

    expect(() => pod('a', fields)).toThrow(`Pod: ${name} must be absent`);
    expect(() => objectBuilder({ apiVersion: 'v1', kind: 'X', fields })).toThrow(OptionsError);
  });

  it('should refuse arguments that make no valid object', () => {
    expect(() => pod('a/b/c')).toThrow(OptionsError);
    expect(() => pod('a', 3 as never)).toThrow('Pod: fields');
    expect(() => objectBuilder({ kind: 'X' } as never)).toThrow('apiVersion');
    expect(() => objectBuilder({ apiVersion: 'v1', kind: 'X', nonsense: 1 } as never)).toThrow(OptionsError);
  });
});
