import { afterEach, describe, expect, it } from '@jest/globals';
import { config, type Subscription, timer } from 'rxjs';
import { byNamespace, type KubeObject, OptionsError, type ResourceEventHandler } from 'rx-informer';
import { newIndexerInformer, newInformer } from 'rx-informer/client-go';
import { fakeControllerSource } from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';
import { textOf, thing } from '../../support/things.ts';
import { advanceMinute, advanceUntil, virtualTime } from '../../support/virtual-time.ts';

virtualTime();

describe('newInformer', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should call the handler once the store has the change (B113, B116)', () => {
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

  it('should let a slow handler delay the loop, as in client-go', () => {
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

  it('should transform each object once for the store and the handler, and not at a resync (B118, B119)', () => {
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

  describe('lifetime', () => {
    const scene = (handler: (stop: () => void, calls: string[]) => ResourceEventHandler<KubeObject>) => {
      const calls: string[] = [];
      const source = fakeControllerSource([thing('a@1'), thing('b@1')]);
      let end = new AbortController();
      const made = newInformer<KubeObject>({
        listerWatcher: source,
        handler: handler(() => end.abort(), calls),
      });
      /** Starts the informer, and waits until it has called the handlers, which happens at the end of the task. */
      const run = async () => {
        const running = made.controller.run((end = new AbortController()).signal);
        await advanceMinute();
        return running;
      };
      return { ...made, source, calls, run, stop: () => end.abort() };
    };
    const noting = (
      calls: string[],
      also: () => void = () => undefined,
    ): ResourceEventHandler<KubeObject> => ({
      onAdd: (object, isInInitialList) => {
        calls.push(`add ${textOf(object)}${isInInitialList ? ' initial' : ''}`);
        also();
      },
      onUpdate: (old, object) => void calls.push(`update ${textOf(old)} ${textOf(object)}`),
      onDelete: (object, known) => void calls.push(`delete ${textOf(object)}${known ? '' : ' unknown'}`),
    });

    it('should run once at a time, keep its store after a stop, and call the handler only with differences in the next run (G7, against B121)', async () => {
      const { controller, store, source, calls, run, stop } = scene((_stop, recorded) => noting(recorded));
      const running = await run();
      expect([controller.run(), source.requests.length]).toEqual([running, 1]);
      stop();
      source.delete('a');
      source.add(thing('c@1'));
      expect([running.closed, store.listKeys(), controller.hasSynced()]).toEqual([true, ['a', 'b'], true]);
      await run();
      stop();

      expect(store.listKeys()).toEqual(['b', 'c']);
      expect(calls).toEqual(['add a@1 initial', 'add b@2 initial', 'delete a@1 unknown', 'add c@4']);
    });

    it('should make no more calls once the handler has stopped it, and make the pending calls in the next run', async () => {
      const { store, source, calls, run, stop } = scene((end, recorded) => noting(recorded, end));
      await run();
      expect([calls, store.listKeys()]).toEqual([['add a@1 initial'], ['a', 'b']]);
      source.modify(thing('b@1'));
      await run();
      expect(calls).toEqual(['add a@1 initial', 'add b@2 initial']);
      await run();
      stop();

      expect(calls).toEqual(['add a@1 initial', 'add b@2 initial', 'update b@2 b@3']);
    });

    it('should call the handler in the next run with the list during which a subscriber of the store stopped it', async () => {
      const { store, calls, run, stop } = scene((_stop, noted) => noting(noted));
      const subscription = store.batches$.subscribe(() => stop());
      await run();
      expect([calls, store.listKeys()]).toEqual([[], ['a', 'b']]);
      subscription.unsubscribe();
      await run();
      stop();

      expect(calls).toEqual(['add a@1 initial', 'add b@2 initial']);
    });

    it('should not start a second time when its handler runs it', async () => {
      const runs: Subscription[] = [];
      const { controller, source, calls, run, stop } = scene((_stop, recorded) =>
        noting(recorded, () => void runs.push(controller.run())),
      );
      const running = await run();
      source.add(thing('c@1'));
      await advanceMinute();
      stop();

      expect(calls).toEqual(['add a@1 initial', 'add b@2 initial', 'add c@3']);
      expect(source.requests).toHaveLength(1);
      expect(runs.map((one) => one.closed)).toEqual([true, true, true]);
      expect(running.closed).toBe(true);
    });

    it('should report a handler that throws with its name, and continue; the store has all objects (B170, against B152)', async () => {
      const errors: string[] = [];
      const { store, calls, run, stop } = scene((_stop, recorded) => ({
        ...noting(recorded, () => {
          if (recorded.length === 1) throw new Error('boom');
        }),
        name: 'audit',
        onError: ({ message }) => errors.push(message),
      }));
      await run();
      stop();

      expect(errors).toEqual(['onAdd of audit threw for a: boom']);
      expect([calls, store.size]).toEqual([['add a@1 initial', 'add b@2 initial'], 2]);
    });

    it('should report it as unhandled when the handler has no onError', async () => {
      const unhandled: string[] = [];
      config.onUnhandledError = (error) => void unhandled.push(String(error));
      const { run, stop } = scene((end) => ({
        name: 'audit',
        onAdd: () => {
          end();
          throw new Error('boom');
        },
      }));
      await run();
      stop();
      await advanceUntil(() => unhandled.length > 0);

      expect(unhandled).toEqual(['HandlerError: onAdd of audit threw for a: boom']);
    });
  });

  it.each([
    ['nothing', undefined],
    ['an invalid handler', { listerWatcher: fakeControllerSource(), handler: 1 }],
    ['no handler', { listerWatcher: fakeControllerSource() }],
    ['a period', { listerWatcher: fakeControllerSource(), handler: {}, resyncPeriod: -1 }],
    ['indexers, which make another', { listerWatcher: fakeControllerSource(), handler: {}, indexers: {} }],
  ])('should refuse %s', (_what, given) => {
    expect(() => newInformer(given as never)).toThrow(OptionsError);
  });
});

describe('newIndexerInformer', () => {
  it('should keep indexes (B128)', () => {
    const { indexer, controller } = newIndexerInformer({
      listerWatcher: fakeControllerSource([thing('shop/a@1'), thing('b@1')]),
      handler: {},
      indexers: { namespace: byNamespace },
    });
    const running = controller.run();

    expect(indexer.indexKeys('namespace', 'shop')).toEqual(['shop/a']);
    running.unsubscribe();
  });

  it('should refuse options without indexers', () => {
    expect(() => newIndexerInformer({ listerWatcher: fakeControllerSource(), handler: {} } as never)).toThrow(
      OptionsError,
    );
  });
});
