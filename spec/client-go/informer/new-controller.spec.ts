import { afterEach, describe, expect, it } from '@jest/globals';
import {
  asyncScheduler,
  concat,
  config,
  NEVER,
  type Observable,
  of,
  type Subscription,
  tap,
  throwError,
  timer,
} from 'rxjs';
import {
  type Change,
  type Deltas,
  type HandlerError,
  indexedStore,
  type KubeObject,
  OptionsError,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import {
  type ControllerConfig,
  newController,
  deltaFifoByKey,
  type KeyDeltas,
  newStore,
  RequeueError,
} from 'rx-informer/client-go';
import { fakeControllerSource, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';
import { line, thing } from '../../support/things.ts';
import { until } from '../../support/until.ts';

const typesOf = (deltas: Deltas<KubeObject> | KeyDeltas<KubeObject>): string =>
  [...deltas].map((delta) => `${delta.type} ${'key' in delta ? delta.key : '*'}`).join(', ');

/** Runs a controller with a source in memory. The run takes virtual time and ends with the last step of the script. */
function scene(
  configure: (calls: string[]) => Partial<ControllerConfig<KubeObject>>,
  script: readonly ((source: ReturnType<typeof fakeControllerSource<KubeObject>>) => void)[],
): {
  readonly calls: readonly string[];
  readonly errors: readonly HandlerError[];
  readonly hasSynced: boolean;
} {
  const calls: string[] = [];
  const errors: HandlerError[] = [];
  let hasSynced = false;
  marbles().run(() => {
    const source = fakeControllerSource([thing('a@1')]);
    const controller = newController<KubeObject>({
      listerWatcher: source,
      process: (deltas) => void calls.push(typesOf(deltas)),
      onError: (error) => errors.push(error),
      ...configure(calls),
    });
    const running = controller.run();
    script.forEach((step, at) => timer(1_000 * (at + 1)).subscribe(() => step(source)));
    timer(100_000).subscribe(() => {
      hasSynced = controller.hasSynced();
      running.unsubscribe();
    });
  });
  return { calls, errors, hasSynced };
}

describe('newController', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should process one pop at a time (B116, B158)', () => {
    const { calls } = scene(
      (noted) => ({
        process: (deltas, isInInitialList) => {
          noted.push(`${typesOf(deltas)} ${String(isInInitialList)} at ${asyncScheduler.now()}`);
          return timer(5_000);
        },
      }),
      [
        (source) => source.add(thing('b@1')),
        (source) => source.modify(thing('b@1')),
        (source) => source.delete('a'),
      ],
    );

    expect(calls).toEqual([
      'ReplacedAll * true at 0',
      'Added b, Updated b false at 5000',
      'Deleted a false at 10000',
    ]);
  });

  it('should keep a store up to date with store.apply() (B112, B113, B123)', () => {
    const changes: string[] = [];
    const store = indexedStore<KubeObject>();
    store.batches$.subscribe((batch: readonly Change<KubeObject>[]) => changes.push(...batch.map(line)));
    const { hasSynced } = scene(
      () => ({ process: (deltas) => store.apply(deltas) }),
      [(source) => source.add(thing('b@1')), (source) => source.delete('a')],
    );

    expect(changes).toEqual(['added a@1 initial', 'added b@2 watch', 'deleted a@3 watch']);
    expect([hasSynced, store.resourceVersion]).toEqual([true, '3']);
  });

  it('should have synced when the first list has been processed, not before (B101)', () => {
    const seen: boolean[] = [];
    marbles().run(() => {
      const controller = newController<KubeObject>({
        listerWatcher: fakeControllerSource([thing('a@1')]),
        process: () => timer(10),
      });
      const running = controller.run();
      timer(5).subscribe(() => seen.push(controller.hasSynced()));
      timer(15).subscribe(() => {
        seen.push(controller.hasSynced());
        running.unsubscribe();
        seen.push(controller.hasSynced());
      });
    });

    expect(seen).toEqual([false, true, true]);
  });

  it('should pass the status to the observer of the reflect options', () => {
    const phases: string[] = [];
    scene(() => ({ reflect: { status: { next: ({ phase }) => void phases.push(phase) } } }), []);

    expect(phases).toContain('watching');
  });

  it('should pop a queue by key, one key at a time (B90, B84)', () => {
    const store = newStore<KubeObject>();
    const seen: string[] = [];
    const source = fakeControllerSource([thing('a@1'), thing('b@1')]);
    const controller = newController({
      listerWatcher: source,
      queue: (pop: Observable<void>) => deltaFifoByKey<KubeObject>({ pop, knownObjects: store }),
      process: (deltas, isInInitialList) => {
        seen.push(`${typesOf(deltas)} ${String(isInInitialList)} ${String(controller.hasSynced())}`);
        return store.applyDeltas(deltas);
      },
    });
    const running = controller.run();
    source.delete('a');

    expect(seen).toEqual(['Replaced a true false', 'Replaced b true false', 'Deleted a false true']);
    expect(store.listKeys()).toEqual(['b']);
    running.unsubscribe();
  });

  it('should have synced with an empty list, for which a queue by key emits nothing (B84)', () => {
    const controller = newController({
      listerWatcher: fakeControllerSource<KubeObject>(),
      queue: (pop: Observable<void>) => deltaFifoByKey<KubeObject>({ pop }),
      process: () => undefined,
    });
    expect(controller.hasSynced()).toBe(false);
    const running = controller.run();

    expect(controller.hasSynced()).toBe(true);
    running.unsubscribe();
  });

  it('should resync the queue at each period at which `shouldResync` returns true', () => {
    let asked = 0;
    const { calls } = scene(() => ({ fullResyncPeriod: 30_000, shouldResync: () => ++asked !== 2 }), []);

    expect(asked).toBe(3);
    expect(calls).toEqual(['ReplacedAll *', 'SyncAll *', 'SyncAll *']);
  });

  it('should transform each object once, and not again at a resync (B118, B119)', () => {
    let transformed = 0;
    const transform = (object: KubeObject): KubeObject => {
      transformed += 1;
      return object;
    };
    scene(
      () => ({ fullResyncPeriod: 10_000, reflect: { transform } }),
      [(source) => source.add(thing('b@1'))],
    );

    expect(transformed).toBe(2);
  });

  describe('deltas that process fails for', () => {
    const failing =
      (times: number, which: (deltas: Deltas<KubeObject>) => boolean) =>
      (noted: string[]): Partial<ControllerConfig<KubeObject>> => {
        let failures = 0;
        return {
          process: (deltas) => {
            const fails = which(deltas) && failures < times;
            noted.push(`${fails ? 'refused ' : ''}${typesOf(deltas)} at ${asyncScheduler.now()}`);
            if (!fails) return;
            failures += 1;
            throw new Error('boom');
          },
        };
      };
    const isOf =
      (key: string) =>
      ([first]: Deltas<KubeObject>): boolean =>
        'key' in first && first.key === key;

    it('should be reported and dropped; the loop continues (against B120 and B125)', () => {
      const { calls, errors } = scene(failing(1, isOf('b')), [
        (source) => source.add(thing('b@1')),
        (source) => source.add(thing('c@1')),
      ]);

      expect(calls).toEqual(['ReplacedAll * at 0', 'refused Added b at 1000', 'Added c at 2000']);
      expect(errors.map(({ message }) => message)).toEqual(['process threw for b: boom']);
    });

    it('should be an unhandled error without onError (against B125)', async () => {
      const unhandled: string[] = [];
      config.onUnhandledError = (error) => void unhandled.push(String(error));
      const running = newController<KubeObject>({
        listerWatcher: fakeControllerSource([thing('a@1')]),
        process: () => Promise.reject(new Error('boom')),
      }).run();
      await until(() => unhandled.length > 0);
      running.unsubscribe();

      expect(unhandled).toEqual(['HandlerError: process threw: boom']);
    });

    it('should be retried with `retryOnError`, with growing delays, while other keys are processed', () => {
      const configure = failing(2, isOf('b'));
      const { calls, errors } = scene(
        (noted) => ({ ...configure(noted), retryOnError: true }),
        [(source) => source.add(thing('b@1')), (source) => source.add(thing('c@1'))],
      );

      expect(calls).toEqual([
        'ReplacedAll * at 0',
        'refused Added b at 1000',
        'refused Added b at 1800',
        'Added c at 2000',
        'Added b at 3400',
      ]);
      expect(errors).toHaveLength(2);
    });

    it('should not be retried once newer deltas of the key have arrived', () => {
      const configure = failing(2, isOf('b'));
      const { calls } = scene(
        (noted) => ({ ...configure(noted), retryOnError: true }),
        [(source) => source.add(thing('b@1')), (source) => source.modify(thing('b@1'))],
      );

      expect(calls).toEqual([
        'ReplacedAll * at 0',
        'refused Added b at 1000',
        'refused Added b at 1800',
        'Updated b at 2000',
      ]);
    });

    it('should be retried with a RequeueError, without a report, also without `retryOnError`', () => {
      let failures = 0;
      const { calls, errors } = scene(
        (noted) => ({
          process: (deltas) => {
            noted.push(`${typesOf(deltas)} at ${asyncScheduler.now()}`);
            if (isOf('b')(deltas) && failures++ === 0) throw new RequeueError();
          },
        }),
        [(source) => source.add(thing('b@1'))],
      );

      expect(calls).toEqual(['ReplacedAll * at 0', 'Added b at 1000', 'Added b at 1800']);
      expect(errors).toEqual([]);
    });

    it('should be retried in turn, without an additional pop of the queue', () => {
      let failures = 0;
      const noted: string[] = [];
      marbles().run(() => {
        const source = fakeControllerSource<KubeObject>();
        const running = newController<KubeObject>({
          listerWatcher: source,
          retryOnError: true,
          onError: () => undefined,
          process: (deltas) => {
            noted.push(`${typesOf(deltas)} at ${asyncScheduler.now()}`);
            if (isOf('b')(deltas) && failures++ === 0) throw new Error('boom');
            return timer(1_000);
          },
        }).run();
        timer(2_000).subscribe(() => source.add(thing('b@1'))); // the first attempt for b fails; the retry takes from 2800 to 3800 ms
        timer(3_000).subscribe(() => source.add(thing('c@1'))); // the controller handles c only after the retry of b
        timer(4_000).subscribe(() => source.modify(thing('c@1')));
        timer(4_500).subscribe(() => source.modify(thing('c@1')));
        timer(10_000).subscribe(() => running.unsubscribe());
      });

      expect(noted).toEqual([
        'ReplacedAll * at 0',
        'Added b at 2000',
        'Added b at 2800',
        'Added c at 3800',
        'Updated c, Updated c at 4800',
      ]);
    });

    it('should be retried before any other deltas if they are a list', () => {
      const configure = failing(2, ([{ type }]) => type === 'ReplacedAll');
      const { calls, hasSynced } = scene(
        (noted) => ({ ...configure(noted), retryOnError: true }),
        [(source) => source.add(thing('b@1'))],
      );

      expect(calls).toEqual([
        'refused ReplacedAll * at 0',
        'refused ReplacedAll * at 800',
        'ReplacedAll * at 2400',
        'Added b at 2400',
      ]);
      expect(hasSynced).toBe(true);
    });
  });

  describe('lifetime', () => {
    it('should run once at a time, and run again after a stop (against B121 and B160)', () => {
      const source = fakeControllerSource([thing('a@1')]);
      const end = new AbortController();
      const controller = newController<KubeObject>({ listerWatcher: source, process: () => undefined });
      const running = controller.run(end.signal);
      expect(controller.run()).toBe(running);
      expect([source.requests.length, controller.lastSyncResourceVersion()]).toEqual([1, '1']);
      end.abort();
      expect(running.closed).toBe(true);
      const again = controller.run();

      expect(source.requests).toHaveLength(2);
      again.unsubscribe();
    });

    it('should leave no watch and no work of process open after a stop (B121)', () => {
      marbles().run(({ cold, hot, expectSubscriptions, flush }) => {
        const work = cold('           --------|');
        const watch = hot<WatchEvent<KubeObject>>('----');
        const page = cold('           (p|)', { p: { items: [thing('a@1')], resourceVersion: '1' } });
        const running = newController<KubeObject>({
          listerWatcher: scriptedListerWatcher<KubeObject>({ list: [page], watch: [watch] }),
          process: () => work,
          reflect: { streamingList: 'never' },
        }).run();
        timer(5).subscribe(() => running.unsubscribe());
        flush();

        expectSubscriptions(watch.subscriptions).toBe('^----!');
        expectSubscriptions(work.subscriptions).toBe(' ^----!');
      });
    });

    it('should finish the deltas of a run that process has started while run() had not returned', () => {
      const noted: string[] = [];
      const end = new AbortController();
      marbles().run(() => {
        const added: WatchEvent<KubeObject> = { type: 'ADDED', object: thing('a@2') };
        const source = scriptedListerWatcher<KubeObject>({
          list: [of({ items: [], resourceVersion: '1' })],
          watch: [concat(of(added), NEVER)],
        });
        let second: Subscription | undefined;
        const controller = newController<KubeObject>({
          listerWatcher: source,
          reflect: { streamingList: 'never' },
          process: (deltas) => {
            noted.push(typesOf(deltas));
            if (noted.length === 1) {
              end.abort();
              second = controller.run();
            }
            return typesOf(deltas) === 'Added a'
              ? timer(10).pipe(tap(() => noted.push('a is done')))
              : undefined;
          },
        });
        controller.run(end.signal);
        timer(90_000).subscribe(() => second?.unsubscribe());
      });

      expect(noted).toEqual(['ReplacedAll *', 'ReplacedAll *', 'Added a', 'a is done']);
    });

    it('should process nothing more once process has stopped it, and not start twice when process runs it', () => {
      const source = fakeControllerSource([thing('a@1')]);
      const end = new AbortController();
      const seen: string[] = [];
      const controller = newController<KubeObject>({
        listerWatcher: source,
        process: (deltas) => {
          seen.push(typesOf(deltas));
          controller.run();
          if (seen.length === 2) end.abort();
        },
      });
      const running = controller.run(end.signal);
      source.add(thing('b@1'));
      source.add(thing('c@1'));

      expect(seen).toEqual(['ReplacedAll *', 'Added b']);
      expect([running.closed, source.requests.length]).toEqual([true, 1]);
    });

    it('should call the watch error handler for failures, and for the error that ends it', () => {
      const seen: string[] = [];
      marbles().run(() => {
        const refused = (code: number): Observable<never> =>
          throwError(() => new StatusError({ code, message: `answer ${code}` }));
        const running = newController<KubeObject>({
          listerWatcher: scriptedListerWatcher<KubeObject>({
            list: [refused(500), refused(400)],
            watch: [NEVER],
          }),
          process: () => undefined,
          reflect: { streamingList: 'never' },
          watchErrorHandler: (error, { phase }) => seen.push(`${phase}: ${error.message}`),
        }).run();
        timer(5_000).subscribe(() => seen.push(String(running.closed)));
      });

      expect(seen).toEqual(['waiting: answer 500', 'stopped: answer 400', 'true']);
    });

    it('should report the error that ends it, or its queue, as unhandled without a watch error handler', async () => {
      const unhandled: string[] = [];
      config.onUnhandledError = (error) => void unhandled.push(String(error));
      newController<KubeObject>({
        listerWatcher: scriptedListerWatcher<KubeObject>({
          list: [throwError(() => new StatusError({ code: 400, message: 'never' }))],
          watch: [NEVER],
        }),
        process: () => undefined,
        reflect: { streamingList: 'never' },
      }).run();
      newController<KubeObject>({
        listerWatcher: fakeControllerSource<KubeObject>(),
        process: () => undefined,
        queue: () => () => throwError(() => new Error('queue')),
      }).run();
      await until(() => unhandled.length > 1);

      expect(unhandled).toEqual(['StatusError: never', 'Error: queue']);
    });
  });

  it('should drop and report events with an object of another type (B21)', () => {
    const seen: string[] = [];
    const pod = { ...thing('a@1'), apiVersion: 'v1', kind: 'Pod' };
    const { calls } = scene(
      () => ({
        objectType: { apiVersion: 'v1', kind: 'Pod' },
        watchErrorHandler: (error) => seen.push(error.message),
      }),
      [
        (source) => source.add({ ...pod, ...thing('b@1') }),
        (source) => source.add({ ...thing('c@1'), apiVersion: 'v1', kind: 'Node' }),
        (source) => source.add({ ...thing('d@1'), apiVersion: 'v2', kind: 'Pod' }),
        (source) => source.add(thing('e@1')),
      ],
    );

    expect(calls).toEqual(['ReplacedAll *', 'Added b', 'Added e']);
    expect(seen).toEqual([
      'c is v1 Node, not v1 Pod; it is left out',
      'd is v2 Pod, not v1 Pod; it is left out',
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['no source', { process: () => undefined }],
    ['no process', { listerWatcher: fakeControllerSource() }],
    ['a period', { listerWatcher: fakeControllerSource(), process: () => undefined, fullResyncPeriod: -1 }],
    [
      'an option of its reflector',
      { listerWatcher: fakeControllerSource(), process: () => undefined, reflect: { pageSize: -1 } },
    ],
    [
      'a type without a kind',
      { listerWatcher: fakeControllerSource(), process: () => undefined, objectType: {} },
    ],
    ['an unknown option', { listerWatcher: fakeControllerSource(), process: () => undefined, speed: 1 }],
  ])('should refuse %s', (_what, given) => {
    expect(() => newController(given as never)).toThrow(OptionsError);
  });
});
