import { describe, expect, it } from '@jest/globals';
import { byNamespace, indexedStore, type KubeObject } from 'rx-informer';
import { genericLister } from 'rx-informer/client-go';
import { replace, textOf } from '../../support/things.ts';

describe('genericLister', () => {
  it('should read any resource', () => {
    const store = indexedStore<KubeObject, string>({ indexers: { namespace: byNamespace } });
    store.next(replace('9', 'a/x@1:red', 'b/x@2:blue', 'a/y@3', 'node@4:red', 'a/z@5:blue'));
    const things = genericLister(store);

    expect(things.byNamespace('a').list({ color: 'red' }).map(textOf)).toEqual(['a/x@1:red']);
    expect(things.get('none')).toBeUndefined();
  });
});
