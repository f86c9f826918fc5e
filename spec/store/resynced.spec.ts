import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../src/objects/index.ts';
import { compact, indexedStore, resynced, withoutResyncs } from '../../src/store/index.ts';
import { change, line, replace, thing } from '../support/things.ts';

describe.each([
  { name: 'plain', options: {} },
  { name: 'compact', options: { storage: compact() } },
])('resynced, $name', ({ options }) => {
  it('should repeat each object in order, and change nothing', () => {
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
  it('should leave the objects of a plain store as they are', () => {
    const object = thing('x/b@1');

    expect(indexedStore<KubeObject>().listEncoder()(object)).toBe(object);
  });

  it('should make of objects what a compact store takes for them, and of known ones what it has', () => {
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
  it('should give back the very batch if it holds no resync', () => {
    const batch = ['added a@1 initial', 'updated a@1 a@2 watch'].map(change);
    const empty: typeof batch = [];

    expect(withoutResyncs(batch)).toBe(batch);
    expect(withoutResyncs(empty)).toBe(empty);
  });

  it('should leave out the resyncs, and keep the order of the others', () => {
    const [first, resync, last] = ['added a@1 watch', 'updated b@1 b@1 resync', 'deleted a@2 watch'].map(
      change,
    );
    const batch = [first, resync, last].filter((one) => one !== undefined);

    expect(withoutResyncs(batch)).toEqual([first, last]);
    expect(withoutResyncs([change('updated b@1 b@1 resync')])).toEqual([]);
  });
});
