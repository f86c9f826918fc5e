import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NEVER, of, throwError, timer } from 'rxjs';
import { sharedIndexInformer } from '../../src/client-go/index.ts';
import { informer, type InformerOptions } from '../../src/informer/index.ts';
import { type KubeObject, StatusError } from '../../src/objects/index.ts';
import type { ListerWatcher } from '../../src/source/index.ts';
import { compact } from '../../src/store/index.ts';
import { marbles } from '../support/marbles.ts';

const web: KubeObject = { metadata: { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7' } };

/** Starts an informer twice. Returns the stored object `shop/web` that the informer passes to its second list. */
function knownAtRestart(options: InformerOptions<KubeObject> = {}): unknown {
  const list = jest.fn<ListerWatcher<KubeObject>['list']>(() => of({ items: [web], resourceVersion: '9' }));
  const pods = informer({ list, watch: () => NEVER }, { reflect: { streamingList: 'never' }, ...options });
  pods.start().unsubscribe();
  pods.start().unsubscribe();

  expect(list.mock.calls[0]?.[1]?.knownObjects).toBeUndefined();
  return list.mock.calls[1]?.[1]?.knownObjects?.get('shop/web');
}

describe('known objects', () => {
  // Starts a new task, because an earlier spec may have used up the time of this task. The informer would then store
  // the list only in the next task.
  beforeEach(() => new Promise<void>((resolve) => setImmediate(resolve)));

  it('should be passed by an informer that stores the objects of its source unchanged', () => {
    expect(knownAtRestart()).toBe(web);
  });

  it.each<[string, InformerOptions<KubeObject>]>([
    ['a storage that encodes the objects', { storage: compact() }],
    ['through', { through: (events$) => events$ }],
    ['a transform', { reflect: { streamingList: 'never', transform: (object) => object } }],
  ])('should not be passed by an informer with %s', (_, options) => {
    expect(knownAtRestart(options)).toBeUndefined();
  });

  describe('under a shared informer', () => {
    type SharedOptions = Parameters<typeof sharedIndexInformer<KubeObject>>[1];

    /**
     * Subscribes to `changes()`, unsubscribes, and then calls `run`. Returns the stored object `shop/web` that the
     * informer passes to its second list.
     */
    function knownAtRun(
      options: SharedOptions = {},
      transform?: (object: KubeObject) => KubeObject,
    ): unknown {
      const list = jest.fn<ListerWatcher<KubeObject>['list']>(() =>
        of({ items: [web], resourceVersion: '9' }),
      );
      marbles().run(({ flush }) => {
        const pods = sharedIndexInformer(
          { list, watch: () => NEVER },
          { reflect: { streamingList: 'never' }, ...options },
        );
        pods.changes().subscribe().unsubscribe();
        timer(2_000).subscribe(() => {
          if (transform !== undefined) pods.setTransform(transform);
          pods.run().unsubscribe();
        });
        flush();
      });

      expect(list.mock.calls).toHaveLength(2);
      expect(list.mock.calls[0]?.[1]?.knownObjects).toBeUndefined();
      return list.mock.calls[1]?.[1]?.knownObjects?.get('shop/web');
    }

    it('should not be passed after a reset of the versions, although the store has objects (versionsReset)', () => {
      const lists: unknown[] = [];
      const versions = ['100', '50', '50'];
      marbles().run(({ flush }) => {
        const pods = sharedIndexInformer<KubeObject>(
          {
            list: (_, hooks) => {
              lists.push(hooks?.knownObjects?.get('shop/web'));
              return of({ items: [web], resourceVersion: versions[lists.length - 1] ?? '50' });
            },
            watch: () =>
              lists.length === 1
                ? throwError(() => new StatusError({ code: 410, reason: 'Expired', message: 'too old' }))
                : NEVER,
          },
          { reflect: { streamingList: 'never' } },
        );
        const running = pods.run();
        timer(120_000).subscribe(() => running.unsubscribe());
        flush();
      });

      expect(lists).toEqual([undefined, web, undefined]);
    });

    it('should be passed until a transform is set', () => {
      expect(knownAtRun()).toBe(web);
    });

    it('should not be passed after a transform is set', () => {
      expect(knownAtRun({}, (object) => object)).toBeUndefined();
    });

    it.each<[string, SharedOptions]>([
      ['a storage that encodes the objects', { storage: compact() }],
      ['through', { through: (events$) => events$ }],
      ['a transform', { reflect: { streamingList: 'never', transform: (object) => object } }],
    ])('should not be passed with %s', (_, options) => {
      expect(knownAtRun(options)).toBeUndefined();
    });
  });
});
