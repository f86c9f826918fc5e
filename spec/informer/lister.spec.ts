import { describe, expect, it } from '@jest/globals';
import {
  byNamespace,
  indexedStore,
  type KubeObject,
  labelSelector,
  lister,
  OptionsError,
  type StoreSubject,
} from 'rx-informer';
import { replace, textOf } from '../support/things.ts';

const texts = ['a/x@1:red', 'b/x@2:blue', 'a/y@3', 'node@4:red', 'a/z@5:blue'];

function filled(indexed: boolean): StoreSubject<KubeObject> {
  const store = indexedStore<KubeObject, string>(indexed ? { indexers: { namespace: byNamespace } } : {});
  store.next(replace('9', ...texts));
  return store;
}

describe('lister', () => {
  it('should list the same array as the store, until a change (B192)', () => {
    const store = filled(true);

    expect(lister(store).list()).toBe(store.list());
    expect(lister(store).list('')).toBe(store.list());
    expect(lister(store).list({})).toBe(store.list());
    expect(lister(store).list().map(textOf)).toEqual(texts);
  });

  it('should list by labels, and return an empty list without matches (B192)', () => {
    const things = lister(filled(true));

    expect(things.list('color=red').map(textOf)).toEqual(['a/x@1:red', 'node@4:red']);
    expect(things.list({ color: 'blue' }).map(textOf)).toEqual(['b/x@2:blue', 'a/z@5:blue']);
    expect(
      things.list({ matchExpressions: [{ key: 'color', operator: 'DoesNotExist' }] }).map(textOf),
    ).toEqual(['a/y@3']);
    expect(things.list(labelSelector('color in (blue)')).map(textOf)).toEqual(['b/x@2:blue', 'a/z@5:blue']);
    expect(things.list('color=green')).toEqual([]);
  });

  it('should list nothing for a selector that matches nothing, although its text is empty (B192)', () => {
    const nothing = { matches: () => false, toString: () => '' };

    expect(lister(filled(true)).list(nothing)).toEqual([]);
  });

  it.each([true, false])('should list a namespace, with an index (%s) or without (B194)', (indexed) => {
    const inA = lister(filled(indexed)).byNamespace('a');

    expect(inA.list().map(textOf)).toEqual(['a/x@1:red', 'a/y@3', 'a/z@5:blue']);
    expect(inA.list('color').map(textOf)).toEqual(['a/x@1:red', 'a/z@5:blue']);
    expect(lister(filled(indexed)).byNamespace('none').list()).toEqual([]);
  });

  it('should read no object of another namespace if there is an index (B194)', () => {
    const store = filled(true);
    const read = lister({ ...reading(store), list: never }).byNamespace('a');

    expect(read.list().map(textOf)).toEqual(['a/x@1:red', 'a/y@3', 'a/z@5:blue']);
  });

  it('should treat the empty namespace as all namespaces', () => {
    const store = filled(true);

    expect(lister(store).byNamespace('a').byNamespace('').list()).toBe(store.list());
  });

  it('should return an object by name, and undefined without one (against B193)', () => {
    const things = lister(filled(true));

    expect(things.get('node')?.metadata.resourceVersion).toBe('4');
    expect(things.get('a/x')?.metadata.resourceVersion).toBe('1');
    expect(things.byNamespace('b').get('x')?.metadata.resourceVersion).toBe('2');
    expect(things.byNamespace('a').get('node')).toBeUndefined();
    expect(things.get('x')).toBeUndefined();
  });

  it('should reflect later writes and later indexes', () => {
    const store = filled(false);
    const inB = lister(store).byNamespace('b');
    store.addIndexers({ namespace: byNamespace });
    store.next(replace('20', 'b/x@12', 'b/new@13'));

    expect(inB.list().map(textOf)).toEqual(['b/x@12', 'b/new@13']);
  });

  it('should refuse invalid arguments', () => {
    const store = filled(true);

    expect(() => lister(undefined as never)).toThrow(OptionsError);
    expect(() => lister({ list: () => [] } as never)).toThrow('lister: store must be a store');
    expect(() => lister(store).list('a in (')).toThrow(OptionsError);
    expect(() => lister(store).list(7 as never)).toThrow(OptionsError);
    expect(() => lister(store).get(undefined as never)).toThrow('get: name');
    expect(() => lister(store).byNamespace(undefined as never)).toThrow('byNamespace: namespace');
  });

  it('should throw the error that a view of a store throws', () => {
    const broken = {
      ...reading(filled(true)),
      byIndex: () => {
        throw new Error('broken');
      },
    };

    expect(() => lister(broken).byNamespace('a').list()).toThrow('broken');
  });
});

const never = (): never => {
  throw new Error('the whole collection was read');
};

function reading(store: StoreSubject<KubeObject>) {
  return {
    list: () => store.list(),
    get: (key: string) => store.get(key),
    byIndex: (index: string, value: string) => store.byIndex(index, value),
  };
}
