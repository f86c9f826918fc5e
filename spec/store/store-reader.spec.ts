import { describe, expect, it } from '@jest/globals';
import { byLabel, byNamespace, HandlerError, OptionsError } from 'rx-informer';
import { change, event, line, replace, textOf, thing } from '../support/things.ts';
import type { KubeObject } from '../../src/objects/index.ts';
import { compact, indexedStore, resynced, withoutResyncs } from '../../src/store/index.ts';

describe('the read methods of a store', () => {
  const color = byLabel('color');

  it('should list in insertion order, which an update does not change (Q22)', () => {
    const store = indexedStore<KubeObject>();
    store.next(replace('3', 'c@1', 'a@2', 'b@3'));

    store.next(event('Updated', 'c@4'));
    expect(store.list().map(textOf)).toEqual(['c@4', 'a@2', 'b@3']);
    expect(store.listKeys()).toEqual(['c', 'a', 'b']);
  });

  it('should return the same frozen array until something changes (G11, PF23)', () => {
    const store = indexedStore<KubeObject>();
    store.next(replace('1', 'a@1'));
    const list = store.list();
    const keys = store.listKeys();

    store.next([{ type: 'Bookmark', resourceVersion: '2' }]);
    store.next(replace('3', 'a@1'));
    expect(store.list()).toBe(list);
    expect(store.listKeys()).toBe(keys);
    expect(Object.isFrozen(list) && Object.isFrozen(keys)).toBe(true);

    store.next(event('Updated', 'a@4'));
    expect(store.list()).not.toBe(list);
    expect(store.listKeys()).toBe(keys);
    expect(list.map(textOf)).toEqual(['a@1']);
  });

  it('should find objects by each value of an index, also after the values change (B182, B183)', () => {
    const both = ({ metadata }: KubeObject): readonly string[] => [
      metadata.name,
      metadata.labels?.['color'] ?? 'none',
    ];
    const store = indexedStore<KubeObject, 'both'>({ indexers: { both } });
    store.next(replace('2', 'x/a@1#1:red', 'y/a@2#2:red'));

    expect(store.byIndex('both', 'a').map(textOf)).toEqual(['x/a@1#1:red', 'y/a@2#2:red']);
    store.next(event('Updated', 'x/a@3#1:blue'));
    expect(store.indexKeys('both', 'red')).toEqual(['y/a']);
    expect(store.indexKeys('both', 'blue')).toEqual(['x/a']);
    store.next(event('Deleted', 'y/a@4#2:red'));
    expect(store.listIndexFuncValues('both')).toEqual(['a', 'blue']);
    expect(store.byIndex('both', 'nobody')).toEqual([]);
  });

  it('should throw an OptionsError for an index that does not exist', () => {
    const store = indexedStore<KubeObject, string>({ indexers: { namespace: byNamespace } });

    expect(() => store.byIndex('color', 'red')).toThrow(OptionsError);
    expect(() => store.indexKeys('color', 'red')).toThrow(
      'indexKeys: index must be one of namespace, not "color"',
    );
    expect(() => store.listIndexFuncValues('toString')).toThrow(OptionsError);
    expect(() => indexedStore<KubeObject, string>().byIndex('color', 'red')).toThrow('must be added first');
  });

  it('should index the existing objects when an index is added, and return the same store (B128)', () => {
    const store = indexedStore<KubeObject, 'namespace'>({ indexers: { namespace: byNamespace } });
    store.next(replace('2', 'x/a@1#1:red', 'b@2'));

    const more = store.addIndexers({ color });

    expect(more).toBe(store);
    expect(more.indexKeys('color', 'red')).toEqual(['x/a']);
    expect(more.indexKeys('namespace', '')).toEqual(['b']);
    store.next(event('Added', 'c@3#3:red'));
    expect(more.indexKeys('color', 'red')).toEqual(['x/a', 'c']);
  });

  it('should return the index functions by name, also those that were added (B128)', () => {
    const store = indexedStore<KubeObject, string>({ indexers: { namespace: byNamespace } });
    store.addIndexers({ color });

    expect(store.getIndexers()).toEqual({ namespace: byNamespace, color });
    expect(indexedStore<KubeObject>().getIndexers()).toEqual({});
  });

  it('should name the indices that exist when a name is taken, and the method when an index does not exist', () => {
    const store = indexedStore<KubeObject, string>({ indexers: { namespace: byNamespace, color } });

    expect(() => store.addIndexers({ color })).toThrow(
      'addIndexers: name must be a new one, beside namespace, color, not "color"',
    );
    expect(() => store.byIndex('size', 'xl')).toThrow(
      'byIndex: index must be one of namespace, color, not "size"',
    );
    expect(() => store.listIndexFuncValues('size')).toThrow('listIndexFuncValues: index must be one of');
    expect(() => store.addIndexers({ size: color, owner: 'me' as never })).toThrow(OptionsError);
    expect(Object.keys(store.getIndexers())).toEqual(['namespace', 'color']);
  });

  it('should add none of several indexes if one name exists already (Q11)', () => {
    const store = indexedStore<KubeObject, string>({ indexers: { namespace: byNamespace } });

    expect(() => store.addIndexers({ color, namespace: byNamespace })).toThrow(OptionsError);
    expect(() => store.byIndex('color', 'red')).toThrow(OptionsError);
  });

  it('should not be affected by later changes to the given object of index functions (Q11)', () => {
    const indexers: Record<string, typeof color> = { color };
    const store = indexedStore<KubeObject, string>({ indexers });

    delete indexers['color'];
    store.next(replace('1', 'a@1#1:red'));

    expect(store.indexKeys('color', 'red')).toEqual(['a']);
  });

  it('should refuse an invalid object of index functions', () => {
    const store = indexedStore<KubeObject>();

    for (const wrong of [null, 'color', [color], { color: 'red' }]) {
      expect(() => store.addIndexers(wrong as never)).toThrow(OptionsError);
      expect(() => indexedStore({ indexers: wrong as never })).toThrow(OptionsError);
    }
    expect(() => indexedStore({ indexer: {} } as never)).toThrow(OptionsError);
    expect(() => indexedStore({ onError: 'log' } as never)).toThrow(OptionsError);
  });

  it('should skip the entry of an index function that throws, report it, and apply the event (B190)', () => {
    const errors: HandlerError[] = [];
    const received: string[] = [];
    const picky = ({ metadata: { name } }: KubeObject): readonly string[] => {
      if (name === 'a') throw new Error('not a');
      if (name === 'b') return undefined as never;
      return [name];
    };
    const store = indexedStore<KubeObject, string>({
      indexers: { picky, namespace: byNamespace },
      onError: (error) => errors.push(error),
    });
    store.batches$.subscribe((batch) => received.push(...batch.map(line)));

    store.next(replace('3', 'a@1', 'b@2', 'c@3'));

    expect(received).toHaveLength(3);
    expect(store.listIndexFuncValues('picky')).toEqual(['c']);
    expect(store.indexKeys('namespace', '')).toEqual(['a', 'b', 'c']);
    expect(errors.map(({ where, key, message }) => [where, key, message])).toEqual([
      ['index picky', 'a', 'index picky threw for a: not a'],
      ['index picky', 'b', 'index picky threw for b: it returned no array'],
    ]);

    errors.length = 0;
    store.next(event('Deleted', 'a@4'));
    expect(errors).toEqual([]);
    expect(store.size).toBe(2);
    expect(() => store.addIndexers({ worse: picky })).not.toThrow();
    expect(errors.map(({ where, key }) => [where, key])).toEqual([['index worse', 'b']]);
  });

  it('should expose the same objects through asReadonly, without write methods', () => {
    const store = indexedStore<KubeObject, string>();
    const reader = store.asReadonly();

    store.next(replace('7', 'a@1#1:red'));

    expect(reader.list()).toBe(store.list());
    expect([reader.size, reader.hasSynced, reader.resourceVersion]).toEqual([1, true, '7']);
    expect(reader.get('a')).toBe(store.get('a'));
    expect(reader.addIndexers({ color })).toBe(reader);
    expect(store.indexKeys('color', 'red')).toEqual(['a']);
    for (const name of ['next', 'error', 'complete', 'apply']) expect(name in reader).toBe(false);
    expect(store.asReadonly()).toBe(reader);
  });
});

describe.each([
  { name: 'plain', options: {} },
  { name: 'compact', options: { storage: compact() } },
])('resynced, $name', ({ options }) => {
  it('should emit each object in order, and change nothing', () => {
    const store = indexedStore<KubeObject>(options);
    store.next(replace('2', 'x/b@1', 'a@2'));
    const changes = resynced(store.asReadonly());

    expect(changes.map(line)).toEqual(['updated x/b@1 x/b@1 resync', 'updated a@2 a@2 resync']);
    expect(Object.isFrozen(changes)).toBe(true);
    expect(changes.every((change) => change.type === 'updated' && change.old === change.object)).toBe(true);
    expect(store.list()).toEqual([thing('x/b@1'), thing('a@2')]);
  });
});

describe('listEncoder', () => {
  it('should return the objects of a plain store unchanged', () => {
    const object = thing('x/b@1');

    expect(indexedStore<KubeObject>().listEncoder()(object)).toBe(object);
  });

  it('should encode objects for a compact store, and reuse the stored form of known objects', () => {
    const store = indexedStore<KubeObject>({ storage: compact() });
    const encoded = (...texts: string[]): KubeObject[] => texts.map(thing).map(store.listEncoder());
    const lines: string[] = [];
    store.batches$.subscribe((batch) => lines.push(...batch.map(line)));
    store.next([{ type: 'ReplacedAll', objects: encoded('x/a@1', 'x/b@1'), resourceVersion: '1' }]);
    store.next([{ type: 'ReplacedAll', objects: encoded('x/a@1', 'x/b@2'), resourceVersion: '2' }]);

    expect(lines).toEqual(['added x/a@1 initial', 'added x/b@1 initial', 'updated x/b@1 x/b@2 relist']);
    expect(store.list()).toEqual([thing('x/a@1'), thing('x/b@2')]);
  });
});

describe('withoutResyncs', () => {
  it('should return the same batch if it has no resync', () => {
    const batch = ['added a@1 initial', 'updated a@1 a@2 watch'].map(change);
    const empty: typeof batch = [];

    expect(withoutResyncs(batch)).toBe(batch);
    expect(withoutResyncs(empty)).toBe(empty);
  });

  it('should remove the resyncs, and keep the order of the other changes', () => {
    const [first, resync, last] = ['added a@1 watch', 'updated b@1 b@1 resync', 'deleted a@2 watch'].map(
      change,
    );
    const batch = [first, resync, last].filter((one) => one !== undefined);

    expect(withoutResyncs(batch)).toEqual([first, last]);
    expect(withoutResyncs([change('updated b@1 b@1 resync')])).toEqual([]);
  });
});
