import { describe, expect, it } from '@jest/globals';
import { NEVER } from 'rxjs';
import type { KubeObject } from '../../src/objects/index.ts';
import { compact, createStore, gathering, indexedStore, resynced } from '../../src/store/index.ts';
import { line, replace, thing } from '../support/things.ts';

describe.each([
  { name: 'plain', options: {} },
  { name: 'compact', options: { storage: compact() } },
])('resynced, $name', ({ options }) => {
  it('should tell each object once more, in order, and change nothing', () => {
    const store = indexedStore<KubeObject>(options);
    store.next(replace('2', 'x/b@1', 'a@2'));
    const changes = resynced(store.asReadonly());

    expect(changes.map(line)).toEqual(['updated x/b@1 x/b@1 resync', 'updated a@2 a@2 resync']);
    expect(Object.isFrozen(changes)).toBe(true);
    expect(changes.every((change) => change.type === 'updated' && change.old === change.object)).toBe(true);
    expect(store.list()).toEqual([thing('x/b@1'), thing('a@2')]);
  });
});

describe('gathering', () => {
  it('should be there for a compact store, and for whatever stands before it', () => {
    const plain = indexedStore<KubeObject>();
    const { store, readerOver } = createStore<KubeObject>({ storage: compact() });
    store.next(replace('2', 'x/b@1'));
    const gather = gathering(readerOver(NEVER))?.();

    expect(gathering(plain)).toBeUndefined();
    expect(gather?.(thing('x/b@1'))).toEqual(gathering(store)?.()(thing('x/b@1')));
  });

  it('should make of objects what the store takes for them, and of those it has what it has', () => {
    const store = indexedStore<KubeObject>({ storage: compact() });
    const keep = (...texts: string[]): KubeObject[] => {
      const gather = gathering(store)?.();
      return texts.map(thing).map((object) => gather?.(object) ?? object);
    };
    const told: string[] = [];
    store.batches$.subscribe((batch) => told.push(...batch.map(line)));
    store.next([{ type: 'ReplacedAll', objects: keep('x/a@1', 'x/b@1'), resourceVersion: '1' }]);
    store.next([{ type: 'ReplacedAll', objects: keep('x/a@1', 'x/b@2'), resourceVersion: '2' }]);

    expect(told).toEqual(['added x/a@1 initial', 'added x/b@1 initial', 'updated x/b@1 x/b@2 relist']);
    expect(store.list()).toEqual([thing('x/a@1'), thing('x/b@2')]);
  });
});
