import { describe, expect, it } from '@jest/globals';
import { timer } from 'rxjs';
import { byNamespace, type KubeObject, newIndexerInformer, newInformer, OptionsError } from 'rx-informer';
import { fakeControllerSource } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { thing } from '../support/things.ts';

describe('newInformer', () => {
  it('should keep a store and call the handler when it shows the change (B113, B116)', () => {
    const calls: string[] = [];
    marbles().run(() => {
      const source = fakeControllerSource([thing('a@1')]);
      const { store, controller } = newInformer<KubeObject>({
        listerWatcher: source,
        handler: {
          onAdd: ({ metadata }, initial) => {
            calls.push(`add ${metadata.name} ${String(initial)} of ${store.size}`);
          },
          onUpdate: (old, { metadata }) =>
            calls.push(`update ${old.metadata.resourceVersion} ${metadata.resourceVersion}`),
          onDelete: ({ metadata }) => {
            calls.push(`delete ${metadata.name} of ${store.size}`);
          },
        },
      });
      const running = controller.run();
      timer(1).subscribe(() => source.add(thing('b@1')));
      timer(2).subscribe(() => source.modify(thing('a@1')));
      timer(3).subscribe(() => source.delete('b'));
      timer(4).subscribe(() => {
        calls.push(`${String(controller.hasSynced())} ${controller.lastSyncResourceVersion()}`);
        running.unsubscribe();
      });
    });

    expect(calls).toEqual(['add a true of 1', 'add b false of 2', 'update 1 3', 'delete b of 1', 'true 4']);
  });

  it('should let a slow handler hold up the loop, as the one in client-go does', () => {
    const sizes: number[] = [];
    marbles().run(() => {
      const source = fakeControllerSource([thing('a@1')]);
      const { store, controller } = newInformer<KubeObject>({
        listerWatcher: source,
        handler: { onAdd: () => timer(10) },
      });
      const running = controller.run();
      timer(1).subscribe(() => source.add(thing('b@1')));
      timer(5).subscribe(() => sizes.push(store.size));
      timer(15).subscribe(() => {
        sizes.push(store.size);
        running.unsubscribe();
      });
    });

    expect(sizes).toEqual([1, 2]);
  });

  it('should transform what the store and the handler see, once, and not at a resync (B118, B119)', () => {
    const seen: string[] = [];
    marbles().run(() => {
      const { store, controller } = newInformer<KubeObject>({
        listerWatcher: fakeControllerSource([thing('a@1')]),
        transform: (object) => ({
          ...object,
          metadata: { ...object.metadata, labels: { mark: `${object.metadata.labels?.['mark'] ?? ''}'` } },
        }),
        resyncPeriod: 10,
        handler: {
          onAdd: ({ metadata }) => seen.push(`add ${metadata.labels?.['mark']}`),
          onUpdate: (old, object) =>
            seen.push(`update ${object.metadata.labels?.['mark']} ${String(old === object)}`),
        },
      });
      const running = controller.run();
      timer(15).subscribe(() => {
        seen.push(`store ${store.get('a')?.metadata.labels?.['mark']}`);
        running.unsubscribe();
      });
    });

    expect(seen).toEqual(["add '", "update ' true", "store '"]);
  });

  it.each([
    ['nothing', undefined],
    ['a handler that is none', { listerWatcher: fakeControllerSource(), handler: 1 }],
    ['no handler', { listerWatcher: fakeControllerSource() }],
    ['a period', { listerWatcher: fakeControllerSource(), handler: {}, resyncPeriod: -1 }],
    ['indexers, which make another', { listerWatcher: fakeControllerSource(), handler: {}, indexers: {} }],
  ])('should refuse %s', (_what, given) => {
    expect(() => newInformer(given as never)).toThrow(OptionsError);
  });
});

describe('newIndexerInformer', () => {
  it('should keep indices as well (B128)', () => {
    const { indexer, controller } = newIndexerInformer({
      listerWatcher: fakeControllerSource([thing('shop/a@1'), thing('b@1')]),
      handler: {},
      indexers: { namespace: byNamespace },
    });
    const running = controller.run();

    expect(indexer.indexKeys('namespace', 'shop')).toEqual(['shop/a']);
    running.unsubscribe();
  });

  it('should refuse to be without indexers', () => {
    expect(() => newIndexerInformer({ listerWatcher: fakeControllerSource(), handler: {} } as never)).toThrow(
      OptionsError,
    );
  });
});
