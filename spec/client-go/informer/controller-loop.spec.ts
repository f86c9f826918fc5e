/** Tests `newController` with a queue that has no source. The spec itself writes to the queue. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { getEventListeners } from 'node:events';
import { asyncScheduler, config, firstValueFrom, NEVER, of, throwError, timer } from 'rxjs';
import { type HandlerError, KubeError, type KubeObject, OptionsError, StatusError } from 'rx-informer';
import {
  type Controller,
  newController,
  newDeltaFIFO,
  newRealFIFO,
  newStore,
  processDeltas,
  type KeyDeltas,
  type RealDeltas,
} from 'rx-informer/client-go';
import { fakeControllerSource, scriptedListerWatcher } from 'rx-informer/testing';
import { brief } from '../../queue/events.ts';
import { marbles } from '../../support/marbles.ts';
import { textOf, thing } from '../../support/things.ts';
import { until } from '../../support/until.ts';

const noop = (): void => undefined;

describe('newController with an imperative queue', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should process the deltas of one key at a time, as DeltaFIFO pops them (B71, B90, B112)', () => {
    const store = newStore<KubeObject>();
    const source = fakeControllerSource([thing('a@1'), thing('b@1')]);
    const queue = newDeltaFIFO<KubeObject>({ knownObjects: store, emitDeltaTypeReplaced: true });
    const seen: string[] = [];
    const controller = newController({
      queue,
      listerWatcher: source,
      process: (deltas, isInInitialList) => {
        expectTypeOf(deltas).toEqualTypeOf<KeyDeltas<KubeObject>>();
        seen.push(`${brief(deltas) ?? ''} ${String(isInInitialList)} ${String(controller.hasSynced())}`);
        return processDeltas(deltas, store, {});
      },
    });
    expect(controller.hasSynced()).toBe(false);
    const running = controller.run();
    source.delete('a');

    expect(seen).toEqual(['Replaced a@1 true false', 'Replaced b@2 true true', 'Deleted a@3 false true']);
    expect([store.listKeys(), controller.hasSynced(), controller.lastSyncResourceVersion()]).toEqual([
      ['b'],
      true,
      '3',
    ]);
    running.unsubscribe();
  });

  it('should process the pops of RealFIFO, and have synced once the first list was processed (B91, B98, B101)', () => {
    const source = fakeControllerSource([thing('a@1')]);
    const seen: string[] = [];
    const queue = newRealFIFO<KubeObject>({ atomicEvents: true });
    const controller = newController({
      queue,
      listerWatcher: source,
      process: (deltas, isInInitialList) => {
        expectTypeOf(deltas).toEqualTypeOf<RealDeltas<KubeObject>>();
        seen.push(
          `${deltas.map(({ type }) => type).join()} ${String(isInInitialList)} ${String(controller.hasSynced())}`,
        );
      },
    });
    const running = controller.run();
    source.modify(thing('a@2'));
    source.delete('a');

    expect(seen).toEqual(['ReplacedAll true false', 'Updated false true', 'Deleted false true']);
    expect(controller.hasSynced()).toBe(true);
    running.unsubscribe();
  });

  it('should allow reads of the queue while it runs, and collect deltas while process is busy (B72)', () => {
    marbles().run(() => {
      const source = fakeControllerSource([thing('a@1')]);
      const queue = newDeltaFIFO<KubeObject>();
      const seen: string[] = [];
      const running = newController({
        queue,
        listerWatcher: source,
        process: (deltas) => {
          seen.push(`${brief(deltas) ?? ''} at ${asyncScheduler.now()}`);
          return timer(100);
        },
      }).run();
      timer(10).subscribe(() => {
        source.add(thing('b@1'));
        source.modify(thing('b@1'));
        expect([queue.length, queue.list().map(textOf)]).toEqual([1, ['b@3']]);
      });
      timer(300).subscribe(() => running.unsubscribe());
      timer(300).subscribe(() => expect(seen).toEqual(['Sync a@1 at 0', 'Added b@2, Updated b@3 at 100']));
    });
    expect.assertions(2);
  });

  it('should resync the queue at each period (B82, B119)', () => {
    const store = newStore<KubeObject>();
    let transformed = 0;
    const queue = newDeltaFIFO<KubeObject>({
      knownObjects: store,
      transformer: (object) => {
        transformed += 1;
        return object;
      },
    });
    const seen: string[] = [];
    marbles().run(() => {
      const running = newController({
        queue,
        listerWatcher: fakeControllerSource([thing('a@1')]),
        fullResyncPeriod: 1_000,
        process: (deltas) => {
          seen.push(`${brief(deltas) ?? ''} at ${asyncScheduler.now()}`);
          return processDeltas(deltas, store, {});
        },
      }).run();
      timer(2_500).subscribe(() => running.unsubscribe());
    });

    expect(seen).toEqual(['Sync a@1 at 0', 'Sync a@1 at 1000', 'Sync a@1 at 2000']);
    expect(transformed).toBe(1);
  });

  it('should call onError with the error of a write, and continue (B187)', () => {
    const source = fakeControllerSource<KubeObject>();
    const errors: HandlerError[] = [];
    const seen: string[] = [];
    const running = newController({
      queue: newDeltaFIFO<KubeObject>({
        transformer: (object) => {
          if (object.metadata.name === 'bad') throw new Error('boom');
          return object;
        },
      }),
      listerWatcher: source,
      process: (deltas) => seen.push(brief(deltas) ?? ''),
      onError: (error) => errors.push(error),
    }).run();
    source.add(thing('bad@1'));
    source.add(thing('good@1'));

    expect(seen).toEqual(['Added good@3']);
    expect(errors.map(({ message }) => message)).toEqual(['transform threw for bad: boom']);
    running.unsubscribe();
  });

  it('should call onError with the error of process, and continue (B89, against B120 and B125)', () => {
    const source = fakeControllerSource([thing('a@1'), thing('b@1')]);
    const errors: string[] = [];
    const running = newController({
      queue: newDeltaFIFO<KubeObject>(),
      listerWatcher: source,
      process: ([first]) => {
        throw new Error(`not ${first?.key ?? ''}`);
      },
      onError: ({ message }) => errors.push(message),
    }).run();

    expect(errors).toEqual(['process threw for a: not a', 'process threw for b: not b']);
    running.unsubscribe();
  });

  describe('lifetime', () => {
    const scene = (): {
      readonly queue: ReturnType<typeof newDeltaFIFO<KubeObject>>;
      readonly source: ReturnType<typeof fakeControllerSource<KubeObject>>;
      readonly seen: string[];
      readonly controller: Controller;
    } => {
      const queue = newDeltaFIFO<KubeObject>();
      const source = fakeControllerSource([thing('a@1')]);
      const seen: string[] = [];
      const process = (deltas: KeyDeltas<KubeObject>): void => void seen.push(brief(deltas) ?? '');
      return { queue, source, seen, controller: newController({ queue, listerWatcher: source, process }) };
    };

    it('should close the queue when it stops, and run once (B121, B160)', () => {
      const { queue, source, controller } = scene();
      const end = new AbortController();
      const running = controller.run(end.signal);
      expect(controller.run()).toBe(running);
      expect(queue.isClosed()).toBe(false);
      end.abort();

      expect([running.closed, queue.isClosed(), source.requests.length]).toEqual([true, true, 1]);
      expect(() => controller.run()).toThrow(KubeError);
      expect(() => controller.run()).toThrow('run: the queue is closed');
      expect(source.requests).toHaveLength(1);
    });

    it('should leave the queued deltas to later pops (B87)', async () => {
      const queue = newDeltaFIFO<KubeObject>();
      const running = newController({
        queue,
        listerWatcher: fakeControllerSource([thing('a@1'), thing('b@1')]),
        process: () => NEVER,
      }).run();
      running.unsubscribe();

      expect(brief(await firstValueFrom(queue.pop(noop)))).toBe('Sync b@2');
      await expect(firstValueFrom(queue.pop(noop))).rejects.toThrow('the queue is closed');
    });

    it('should close the queue when it is stopped before it starts', () => {
      const { queue, source, controller } = scene();
      expect(controller.run(AbortSignal.abort()).closed).toBe(true);

      expect([queue.isClosed(), source.requests.length]).toEqual([true, 0]);
    });

    it('should end with its reflector, after the queued deltas', () => {
      const unhandled: string[] = [];
      marbles().run(() => {
        const queue = newDeltaFIFO<KubeObject>();
        const seen: string[] = [];
        const running = newController({
          queue,
          listerWatcher: scriptedListerWatcher<KubeObject>({
            list: [
              of({ items: [thing('a@1'), thing('b@1')], resourceVersion: '1' }),
              throwError(() => new StatusError({ code: 400, message: 'never' })),
            ],
            watch: [throwError(() => new StatusError({ code: 410, reason: 'Expired', message: 'gone' }))],
          }),
          reflect: { streamingList: 'never' },
          watchErrorHandler: (_error, { phase }) => unhandled.push(phase),
          process: (deltas) => {
            seen.push(`${brief(deltas) ?? ''} at ${asyncScheduler.now()}`);
            return timer(20_000);
          },
        }).run();
        timer(30_000).subscribe(() => expect([running.closed, queue.isClosed()]).toEqual([false, true]));
        timer(50_000).subscribe(() => {
          expect(running.closed).toBe(true);
          expect(seen).toEqual(['Sync a@1 at 0', 'Sync b@1 at 20000']);
        });
      });

      expect(unhandled.at(-1)).toBe('stopped');
      expect.assertions(4);
    });

    it('should end when another caller closes the queue, and stop its reflector', () => {
      const { queue, source, seen, controller } = scene();
      const running = controller.run();
      queue.close();
      source.add(thing('b@1'));

      expect([running.closed, seen]).toEqual([true, ['Sync a@1']]);
      expect(() => controller.run()).toThrow('run: the queue is closed');
    });

    it('should end when deltas that were queued before the run end it', () => {
      const queue = newDeltaFIFO<KubeObject>();
      const source = fakeControllerSource([thing('b@1')]);
      queue.add(thing('a@1'));
      const running = newController({ queue, listerWatcher: source, process: () => queue.close() }).run();

      expect([running.closed, queue.length, source.requests.length]).toEqual([true, 0, 0]);
    });

    it('should end with the error that onError throws, also after an error of a write', async () => {
      const unhandled: string[] = [];
      config.onUnhandledError = (error) => void unhandled.push(String(error));
      const source = fakeControllerSource([thing('a@1')]);
      const queue = newDeltaFIFO<KubeObject>({
        keyFunction: ({ metadata: { name } }) => {
          if (name === 'bad') throw new Error('no key');
          return name;
        },
      });
      const running = newController({
        queue,
        listerWatcher: source,
        process: noop,
        onError: ({ where }) => {
          throw new Error(`recorded of ${where}`);
        },
      }).run();
      source.add(thing('bad@1'));
      await until(() => unhandled.length > 0);

      expect([running.closed, queue.isClosed(), unhandled]).toEqual([
        true,
        true,
        ['Error: recorded of keyOf'],
      ]);
    });

    it('should report the error that the queue was closed with as unhandled', async () => {
      const unhandled: string[] = [];
      config.onUnhandledError = (error) => void unhandled.push(String(error));
      const { queue, controller } = scene();
      const running = controller.run();
      queue.error(new Error('broken'));
      await until(() => unhandled.length > 0);

      expect([running.closed, unhandled]).toEqual([true, ['Error: broken']]);
    });

    it('should leave no request, timer, work of process or listener after its stop (B151, G15)', () => {
      const end = new AbortController();
      marbles().run(({ cold, expectSubscriptions, flush }) => {
        const watch = cold<never>('-');
        const work = cold(' -');
        newController({
          queue: newDeltaFIFO<KubeObject>(),
          listerWatcher: scriptedListerWatcher<KubeObject>({
            list: [of({ items: [thing('a@1'), thing('b@1')], resourceVersion: '1' })],
            watch: [watch],
          }),
          reflect: { streamingList: 'never' },
          fullResyncPeriod: 1_000,
          retryOnError: true,
          onError: noop,
          process: ([first]) => {
            if (first?.key === 'b') return work;
            throw new Error('refused');
          },
        }).run(end.signal);
        expect(getEventListeners(end.signal, 'abort')).toHaveLength(1);
        timer(500).subscribe(() => end.abort());
        flush(); // `flush()` returns only if no interval is active

        expectSubscriptions(watch.subscriptions).toBe('^ 499ms !');
        expectSubscriptions(work.subscriptions).toBe(' ^ 499ms !');
      });

      expect(getEventListeners(end.signal, 'abort')).toHaveLength(0);
    });

    it('should remove its listener from the signal when it stops', () => {
      const { queue, controller } = scene();
      const { signal } = new AbortController();
      controller.run(signal);
      expect(getEventListeners(signal, 'abort')).toHaveLength(1);
      queue.close();

      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    });

    it('should stop when process stops it', () => {
      const source = fakeControllerSource([thing('a@1'), thing('b@1')]);
      const end = new AbortController();
      const seen: string[] = [];
      const running = newController({
        queue: newDeltaFIFO<KubeObject>(),
        listerWatcher: source,
        process: (deltas) => {
          seen.push(brief(deltas) ?? '');
          end.abort();
        },
      }).run(end.signal);
      source.add(thing('c@1'));

      expect([seen, running.closed]).toEqual([['Sync a@1'], true]);
    });
  });

  it.each([
    ['a number', 1],
    ['an object that is not a queue', { pop: noop }],
    ['null', null],
  ])('should refuse %s as a queue', (_what, queue) => {
    const given = { listerWatcher: fakeControllerSource(), process: noop, queue };

    expect(() => newController(given as never)).toThrow(OptionsError);
    expect(() => newController(given as never)).toThrow(
      'newController: queue must be a queue of newDeltaFIFO() or newRealFIFO(), or a function',
    );
  });
});
