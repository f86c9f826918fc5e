import { describe, expect, it, jest } from '@jest/globals';
import { EMPTY, NEVER, of } from 'rxjs';
import { sharedIndexInformer } from '../../src/client-go/index.ts';
import { informer, type InformerOptions } from '../../src/informer/index.ts';
import { withHeld } from '../../src/informer/with-held.ts';
import type { KubeObject } from '../../src/objects/index.ts';
import type { ListerWatcher } from '../../src/source/index.ts';
import { compact } from '../../src/store/index.ts';

const web: KubeObject = { metadata: { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7' } };

/** What the list of a second start was told that is held. */
function heldAtRestart(options: InformerOptions<KubeObject> = {}): unknown {
  const list = jest.fn<ListerWatcher<KubeObject>['list']>(() => of({ items: [web], resourceVersion: '9' }));
  const pods = informer({ list, watch: () => NEVER }, { reflect: { streamingList: 'never' }, ...options });
  pods.start().unsubscribe();
  pods.start().unsubscribe();

  expect(list.mock.calls[0]?.[2]).toBeUndefined();
  return list.mock.calls[1]?.[2]?.('shop/web');
}

describe('withHeld', () => {
  it('should tell a source nothing while nothing is held, then what is', () => {
    const all = new Map<string, KubeObject>();
    const inner = { list: jest.fn(() => EMPTY), watch: jest.fn(() => EMPTY) };
    const source = withHeld<KubeObject>(inner, () => all);
    const held = (calls: unknown): unknown =>
      (calls as readonly (readonly [unknown, unknown, ((key: string) => unknown)?])[]).map(([, , get]) =>
        get?.('shop/web'),
      );

    source.list();
    source.watch();
    all.set('shop/web', web);
    source.list();
    source.watch();

    expect(held(inner.list.mock.calls)).toEqual([undefined, web]);
    expect(held(inner.watch.mock.calls)).toEqual([undefined, web]);
  });

  it('should be what an informer does whose store holds what its source gave', () => {
    expect(heldAtRestart()).toBe(web);
  });

  it.each<[string, InformerOptions<KubeObject>]>([
    ['a storage that holds them otherwise', { storage: compact() }],
    ['through', { through: (events$) => events$ }],
    ['a transform', { reflect: { streamingList: 'never', transform: (object) => object } }],
  ])('should not be what an informer with %s does', (_, options) => {
    expect(heldAtRestart(options)).toBeUndefined();
  });

  describe('under a shared informer', () => {
    type SharedOptions = Parameters<typeof sharedIndexInformer<KubeObject>>[1];

    /** What its list is told that is held when it is run, after a start and a stop. */
    function heldAtRun(options: SharedOptions = {}, transform?: (object: KubeObject) => KubeObject): unknown {
      const list = jest.fn<ListerWatcher<KubeObject>['list']>(() =>
        of({ items: [web], resourceVersion: '9' }),
      );
      const pods = sharedIndexInformer(
        { list, watch: () => NEVER },
        { reflect: { streamingList: 'never' }, ...options },
      );
      pods.start().unsubscribe();
      if (transform !== undefined) pods.setTransform(transform);
      pods.run().unsubscribe();

      expect(list.mock.calls).toHaveLength(2);
      expect(list.mock.calls[0]?.[2]).toBeUndefined();
      return list.mock.calls[1]?.[2]?.('shop/web');
    }

    it('should be what it does as long as no transform is set', () => {
      expect(heldAtRun()).toBe(web);
    });

    it('should not be what it does once one is set', () => {
      expect(heldAtRun({}, (object) => object)).toBeUndefined();
    });

    it.each<[string, SharedOptions]>([
      ['a storage that holds them otherwise', { storage: compact() }],
      ['through', { through: (events$) => events$ }],
      ['a transform', { reflect: { streamingList: 'never', transform: (object) => object } }],
    ])('should not be what it does with %s', (_, options) => {
      expect(heldAtRun(options)).toBeUndefined();
    });
  });
});
