import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../src/objects/index.ts';
import { indexedStore, writesAtOnce } from '../../src/store/index.ts';
import { thing } from '../support/things.ts';

describe('writesAtOnce', () => {
  it('should be true of a store, but not while it tells, be it a change or what is there', () => {
    const store = indexedStore<KubeObject>();
    const seen: boolean[] = [writesAtOnce(store)];
    store.batches$.subscribe(() => seen.push(writesAtOnce(store)));
    store.next([{ type: 'ReplacedAll', objects: [thing('a@1')], resourceVersion: '1' }]);
    store.batches$.subscribe(() => seen.push(writesAtOnce(store))).unsubscribe();

    expect([...seen, writesAtOnce(store)]).toEqual([true, false, false, true]);
  });
});
