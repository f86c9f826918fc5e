import { afterEach, describe, expect, it } from '@jest/globals';
import {
  asyncScheduler,
  config,
  NEVER,
  type Observable,
  of,
  Subject,
  switchMap,
  throwError,
  timer,
} from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import {
  byNamespace,
  informer,
  KubeError,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
  type ResourceEventHandler,
  StatusError,
  waitForCacheSync,
} from 'rx-informer';
import { type HandlerOptions, sharedIndexInformer, sharedInformer } from 'rx-informer/client-go';
import { fakeControllerSource, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';
import { textOf, thing } from '../../support/things.ts';
import { advanceMinute, advanceUntil, virtualTime } from '../../support/virtual-time.ts';

virtualTime();

type Handler = ResourceEventHandler<KubeObject>;

const list = (resourceVersion: string, ...texts: string[]): ReflectorEvent<KubeObject> => ({
  type: 'REPLACED',
  items: texts.map(thing),
  resourceVersion,
});
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', text: string): ReflectorEvent<KubeObject> => ({
  type,
  object: thing(text),
});

/** Returns a handler that records each call together with the name of the handler. */
function noting(calls: string[], name: string, wait?: () => unknown): Handler {
  return {
    name,
    onAdd(object, isInInitialList) {
      calls.push(`${name} add ${textOf(object)}${isInInitialList ? ' initial' : ''}`);
      return wait?.();
    },
    onUpdate(old, object) {
      calls.push(`${name} update ${textOf(old)} ${textOf(object)}`);
      return wait?.();
    },
    onDelete(object, known) {
      calls.push(`${name} delete ${textOf(object)}${known ? '' : ' unknown'}`);
      return wait?.();
    },
  };
}

/** Runs a shared informer with a Subject as its source, in virtual time. Stops the informer at the end. */
function scene(
  run: (
    things: ReturnType<typeof sharedIndexInformer<KubeObject, string>>,
    events: Subject<ReflectorEvent<KubeObject>>,
    calls: string[],
    helpers: RunHelpers & { stop: () => void; pass: (ms: number, then: () => void) => void },
  ) => void,
  options: { readonly resyncPeriod?: number } = {},
): readonly string[] {
  const calls: string[] = [];
  const end = new AbortController();
  marbles().run((helpers) => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const things = sharedIndexInformer<KubeObject, string>(events, options);
    const pass = (ms: number, then: () => void): void => void timer(ms).subscribe(then);
    run(things, events, calls, { ...helpers, stop: () => end.abort(), pass });
    pass(100_000, () => end.abort());
    if (!things.isStopped()) things.run(end.signal);
  });
  return calls;
}

describe('sharedIndexInformer', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  describe('handlers', () => {
    it('should call every handler, once for each registration (B141, B158)', () => {
      const calls = scene((things, events, calls, { pass }) => {
        const twice = noting(calls, 'twice');
        things.addEventHandler(noting(calls, 'one'));
        things.addEventHandler(twice);
        things.addEventHandler(twice);
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => events.next(event('MODIFIED', 'a@10')));
        pass(3, () => events.next(list('20')));
      });

      expect(calls).toEqual(
        ['add a@1 initial', 'update a@1 a@10', 'delete a@10 unknown'].flatMap((call) => [
          `one ${call}`,
          `twice ${call}`,
          `twice ${call}`,
        ]),
      );
    });

    it('should call no handler before run(), even if the informer was started in another way, and lose no change (B130, B150)', () => {
      const calls: string[] = [];
      marbles().run(({ flush }) => {
        const events = new Subject<ReflectorEvent<KubeObject>>();
        const plain = informer(events);
        const things = sharedIndexInformer(plain);
        const registration = things.addEventHandler(noting(calls, 'h'));
        const started = plain.start();
        events.next(list('9', 'a@1'));
        flush();

        expect([calls, things.hasSynced(), registration.hasSynced()]).toEqual([[], true, false]);
        const running = things.run();
        flush();
        expect([calls, registration.hasSynced()]).toEqual([['h add a@1 initial'], true]);
        running.unsubscribe();
        expect(plain.store.size).toBe(1);
        started.unsubscribe();
      });
    });

    it('should call a late handler with the stored objects, then with changes, and then have it synced (B147, against B161)', () => {
      const seen: unknown[] = [];
      const calls = scene((things, events, calls, { pass }) => {
        pass(1, () => events.next(list('9', 'a@1', 'b@2')));
        pass(2, () => {
          const registration = things.addEventHandler(noting(calls, 'late', () => timer(5)));
          registration.synced$.subscribe(() => seen.push(asyncScheduler.now(), registration.hasSynced()));
          seen.push(registration.hasSynced());
        });
        pass(3, () => events.next(event('ADDED', 'c@10')));
      });

      expect(calls).toEqual(['late add a@1 initial', 'late add b@2 initial', 'late add c@10']);
      expect(seen).toEqual([false, 12, true]);
    });

    it('should call its handlers after start(), as after run()', () => {
      const calls: string[] = [];
      marbles().run(({ flush }) => {
        const events = new Subject<ReflectorEvent<KubeObject>>();
        const things = sharedIndexInformer(events);
        things.addEventHandler(noting(calls, 'h'));
        const running = things.start();
        events.next(list('9', 'a@1'));
        flush();

        expect(things.run()).toBe(running);
        running.unsubscribe();
        expect(things.isStopped()).toBe(true);
      });

      expect(calls).toHaveLength(1);
    });

    it('should have synced before its handlers, and each handler independently (B148, B149, B174, B177)', () => {
      const seen: unknown[] = [];
      scene((things, events, calls, { pass }) => {
        const registration = things.addEventHandler(noting(calls, 'slow', () => timer(5)));
        const look = (): unknown => seen.push([things.hasSynced(), registration.hasSynced()]);
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, look);
        pass(7, look);
        pass(8, () => events.next(event('MODIFIED', 'a@10')));
        pass(9, look);
      });

      expect(seen).toEqual([
        [true, false],
        [true, true],
        [true, true],
      ]);
    });

    it('should have a handler synced immediately when the list is empty', () => {
      const seen: unknown[] = [];
      scene((things, events, calls, { pass }) => {
        const registration = things.addEventHandler(noting(calls, 'h'));
        pass(1, () => seen.push(registration.hasSynced()));
        pass(2, () => events.next(list('9')));
        pass(3, () => seen.push(registration.hasSynced()));
      });

      expect(seen).toEqual([false, true]);
    });

    it('should sync a handler that was added during a batch (B174)', () => {
      const seen: boolean[] = [];
      scene((things, events, calls, { pass }) => {
        things.store.batches$.subscribe(() => seen.push(registration.hasSynced()));
        const registration = things.addEventHandler(noting(calls, 'h'));
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => seen.push(registration.hasSynced()));
      });

      expect(seen).toEqual([false, true]);
    });

    it('should drop the changes of a removed handler, and ignore a second removal (B139, B146, B157, against B154)', () => {
      const calls = scene((things, events, calls, { pass }) => {
        const registration = things.addEventHandler(noting(calls, 'gone', () => timer(10)));
        things.addEventHandler(noting(calls, 'stays'));
        pass(1, () => events.next(list('9', 'a@1', 'b@2')));
        pass(2, () => {
          things.removeEventHandler(registration);
          things.removeEventHandler(registration);
          events.next(event('ADDED', 'c@10'));
        });
      });

      expect(calls).toEqual([
        'gone add a@1 initial',
        'stays add a@1 initial',
        'stays add b@2 initial',
        'stays add c@10',
      ]);
    });

    it('should ignore the removal of a registration of another informer (B140)', () => {
      const calls = scene((things, events, calls, { pass }) => {
        const foreign = sharedIndexInformer<KubeObject>(NEVER).addEventHandler({});
        things.addEventHandler(noting(calls, 'own'));
        things.removeEventHandler(foreign);
        things.removeEventHandler({} as never);
        pass(1, () => events.next(list('9', 'a@1')));
      });

      expect(calls).toEqual(['own add a@1 initial']);
    });

    it('should complete synced$ without a value for a handler that is removed before it has synced', () => {
      const seen: unknown[] = [];
      scene((things, events, calls, { pass }) => {
        const registration = things.addEventHandler(noting(calls, 'h'));
        registration.synced$.subscribe({
          next: () => seen.push('synced'),
          complete: () => seen.push('over'),
        });
        things.removeEventHandler(registration);
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => seen.push(registration.hasSynced()));
      });

      expect(seen).toEqual(['over', false]);
    });

    it.each<[string, HandlerOptions]>([
      ['buffer', { buffer: { size: 1, overflow: 'error' } }],
      ['notifier', { notifier: throwError(() => new Error('broken')) }],
    ])('should not report a handler as synced that its own %s has ended (B174)', (_, options) => {
      const seen: string[] = [];
      scene((things, events, _calls, { pass }) => {
        const handler = noting(seen, 'h');
        const registration = things.addEventHandler(
          { ...handler, onError: ({ where }) => seen.push(where) },
          options,
        );
        registration.synced$.subscribe({
          next: () => seen.push('synced'),
          complete: () => seen.push('over'),
        });
        pass(1, () => events.next(list('9', 'a@1', 'b@2')));
        pass(2, () => seen.push(`synced: ${registration.hasSynced()}`));
      });

      expect(seen).toEqual(['over', 'delivery', 'synced: false']);
    });

    it('should await the call in flight of a handler that is shut down (B155)', async () => {
      const seen: string[] = [];
      const work = new Subject<never>();
      const things = sharedIndexInformer<KubeObject>(of(list('9', 'a@1', 'b@2')));
      const registration = things.addEventHandler({
        onAdd: ({ metadata }) => {
          seen.push(metadata.name);
          return work;
        },
      });
      const running = things.run();
      await advanceUntil(() => seen.length > 0);
      const shut = things.shutDownEventHandler(registration).then(() => seen.push('shut down'));
      await advanceMinute();
      expect(seen).toEqual(['a']);
      work.complete();
      await shut;

      expect(seen).toEqual(['a', 'shut down']);
      running.unsubscribe();
    });

    it('should resolve immediately for a handler that never ran, has no call in flight, or is of another informer (B156)', async () => {
      const things = sharedIndexInformer<KubeObject>(NEVER);
      const before = things.addEventHandler({});
      await things.shutDownEventHandler(before);
      await things.shutDownEventHandler(before);
      const running = things.run();
      await things.shutDownEventHandler(things.addEventHandler({}));
      await things.shutDownEventHandler({} as never);
      const last = things.addEventHandler({});
      running.unsubscribe();
      await things.shutDownEventHandler(last);
      expect(things.isStopped()).toBe(true);
    });

    it('should report an error of a removed handler, with its name (B170)', async () => {
      const errors: string[] = [];
      const work = new Subject<never>();
      const things = sharedIndexInformer<KubeObject>(of(list('9', 'a@1')));
      let calls = 0;
      const registration = things.addEventHandler({
        name: 'late thrower',
        onAdd: () => {
          calls += 1;
          return work;
        },
        onError: ({ message }) => errors.push(message),
      });
      const running = things.run();
      await advanceUntil(() => calls > 0);
      const shut = things.shutDownEventHandler(registration);
      work.error(new Error('boom'));
      await shut;

      expect(errors).toEqual(['onAdd of late thrower threw for a: boom']);
      running.unsubscribe();
    });

    it('should continue after an Observable that completes or fails synchronously', () => {
      const errors: string[] = [];
      const calls = scene((things, events, calls, { pass }) => {
        let count = 0;
        const ends = (): unknown => (count++ === 0 ? of(1) : throwError(() => new Error('boom')));
        const handler = noting(calls, 'h', ends);
        things.addEventHandler({ ...handler, onError: ({ message }) => errors.push(message) });
        pass(1, () => events.next(list('9', 'a@1', 'b@2', 'c@3')));
      });

      expect(calls).toHaveLength(3);
      expect(errors).toEqual(['onAdd of h threw for b: boom', 'onAdd of h threw for c: boom']);
    });

    it('should expose the metrics of each handler in its registration', () => {
      const gauges: number[] = [];
      const seen: unknown[] = [];
      scene((things, events, calls, { pass }) => {
        const metrics = { next: ({ pending }: { pending: number }) => void gauges.push(pending) };
        const slow = things.addEventHandler(
          noting(calls, 'slow', () => timer(50)),
          { metrics },
        );
        pass(1, () => events.next(list('9', 'a@1', 'b@2', 'c@3')));
        pass(2, () => seen.push(slow.metrics.pending));
      });

      expect(seen).toEqual([2]);
      expect(gauges[0]).toBe(2);
    });

    it('should return current metrics at each read, also during a call of the handler', () => {
      const seen: unknown[] = [];
      scene((things, events, calls, { pass }) => {
        const stuck = things.addEventHandler({ onAdd: () => NEVER, onUpdate: () => calls.push('never') });
        const read = (): void => {
          const { pending, age, conflated, dropped } = stuck.metrics;
          seen.push([pending, age, conflated, dropped]);
        };
        read();
        pass(1, () => events.next(list('9', 'a@1')));
        pass(10, () => read());
        pass(20, () => events.next({ type: 'MODIFIED', object: thing('a@2') }));
        pass(30, () => events.next({ type: 'MODIFIED', object: thing('a@3') }));
        pass(120, () => read());
        pass(130, () => things.removeEventHandler(stuck));
        pass(140, () => read());
      });

      expect(seen).toEqual([
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [2, 100, 0, 0],
        [0, 0, 0, 0],
      ]);
    });

    it('should keep the totals of the metrics after the handler was removed', () => {
      const seen: unknown[] = [];
      scene((things, events, _calls, { pass }) => {
        const stuck = things.addEventHandler(
          { onAdd: () => NEVER },
          { buffer: { size: 1, overflow: 'drop-oldest' } },
        );
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => events.next({ type: 'MODIFIED', object: thing('a@2') }));
        pass(3, () => events.next({ type: 'MODIFIED', object: thing('a@3') }));
        pass(4, () => seen.push(stuck.metrics));
        pass(5, () => things.removeEventHandler(stuck));
        pass(6, () => seen.push(stuck.metrics));
      });

      expect(seen).toEqual([
        { pending: 1, age: 1, conflated: 0, dropped: 1 },
        { pending: 0, age: 0, conflated: 0, dropped: 1 },
      ]);
    });

    it('should count the changes of the task that removes the handler', () => {
      const seen: unknown[] = [];
      scene((things, events, _calls, { pass }) => {
        const stuck = things.addEventHandler({ onAdd: () => NEVER }, { buffer: 'conflate' });
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => {
          for (const object of ['a@2', 'a@3', 'a@4'])
            events.next({ type: 'MODIFIED', object: thing(object) });
          things.removeEventHandler(stuck);
          seen.push(stuck.metrics);
        });
      });

      expect(seen).toEqual([{ pending: 0, age: 0, conflated: 2, dropped: 0 }]);
    });

    it('should not report a buffer overflow in the task that removes the handler', () => {
      const errors: unknown[] = [];
      scene((things, events, _calls, { pass }) => {
        const stuck = things.addEventHandler(
          { onAdd: () => NEVER, onError: (error) => errors.push(error) },
          { buffer: { size: 1, overflow: 'error' } },
        );
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => {
          for (const object of ['a@2', 'a@3']) events.next({ type: 'MODIFIED', object: thing(object) });
          things.removeEventHandler(stuck);
        });
      });

      expect(errors).toEqual([]);
    });
  });

  describe('inside a handler', () => {
    it('should add another handler, which receives all stored objects (G16)', () => {
      const calls = scene((things, events, calls, { pass }) => {
        things.addEventHandler({
          onAdd: ({ metadata }) => {
            if (metadata.name === 'a') things.addEventHandler(noting(calls, 'inner'));
          },
        });
        things.addEventHandler(noting(calls, 'outer'));
        pass(1, () => events.next(list('9', 'a@1', 'b@2')));
        pass(2, () => events.next(event('DELETED', 'a@10')));
      });

      expect(calls.filter((call) => call.startsWith('inner'))).toEqual([
        'inner add a@1 initial',
        'inner add b@2 initial',
        'inner delete a@10',
      ]);
      expect(calls.filter((call) => call.startsWith('outer'))).toHaveLength(3);
    });

    it('should remove that handler before the next change, and another handler with its pending changes (B146, G16)', () => {
      const calls = scene((things, events, calls, { pass }) => {
        const self = things.addEventHandler({
          onAdd: ({ metadata }) => {
            calls.push(`self ${metadata.name}`);
            things.removeEventHandler(self);
            things.removeEventHandler(other);
          },
        });
        const other = things.addEventHandler(noting(calls, 'other'));
        things.addEventHandler(noting(calls, 'third'));
        pass(1, () => events.next(list('9', 'a@1', 'b@2')));
      });

      expect(calls).toEqual(['self a', 'third add a@1 initial', 'third add b@2 initial']);
    });

    it('should stop immediately, and make no more calls (G15, G16)', () => {
      const calls = scene((things, events, calls, { pass, stop }) => {
        things.addEventHandler({
          onAdd: ({ metadata }) => {
            calls.push(metadata.name);
            stop();
          },
        });
        things.addEventHandler(noting(calls, 'other'));
        pass(1, () => events.next(list('9', 'a@1', 'b@2')));
        pass(2, () => events.next(event('ADDED', 'c@10')));
        pass(3, () => calls.push(`stopped ${String(things.isStopped())} with ${things.getStore().size}`));
      });

      expect(calls).toEqual(['a', 'stopped true with 2']);
    });

    it.each(['signal', 'subscription'])(
      'should stop immediately during its start, in its %s, for stored objects and synchronous handlers (G15, G16)',
      async (by) => {
        const given = informer(fakeControllerSource([thing('a@1'), thing('b@2')]));
        const start = given.start();
        const end = new AbortController();
        const things = sharedIndexInformer(given);
        const calls: string[] = [];
        const stop = (): void => (by === 'signal' ? end.abort() : things.run().unsubscribe());
        const atOnce = { notifier: of(undefined) };
        const registrations = [
          things.addEventHandler(noting(calls, 'first', stop), atOnce),
          things.addEventHandler(noting(calls, 'second'), atOnce),
        ];
        const running = things.run(end.signal);
        await advanceUntil(() => running.closed);

        expect(calls).toEqual(['first add a@1 initial']);
        expect([running.closed, things.isStopped()]).toEqual([true, true]);
        expect(registrations.map((one) => one.hasSynced())).toEqual([false, false]);
        start.unsubscribe();
      },
    );

    it('should not call a handler that another has removed during the start (G16, against B154)', async () => {
      const given = informer(fakeControllerSource([thing('a@1')]));
      const start = given.start();
      const things = sharedIndexInformer(given);
      const calls: string[] = [];
      const remove = (): void => things.removeEventHandler(second);
      things.addEventHandler(noting(calls, 'first', remove), { notifier: of(undefined) });
      const second = things.addEventHandler(noting(calls, 'second'));
      const running = things.run();
      await advanceMinute();

      expect([calls, second.hasSynced()]).toEqual([['first add a@1 initial'], false]);
      running.unsubscribe();
      start.unsubscribe();
    });

    it('should await the call that shuts its own handler down, and report its error (B155)', async () => {
      const seen: string[] = [];
      const work = new Subject<never>();
      const things = sharedIndexInformer<KubeObject>(of(list('9', 'a@1')));
      const registration = things.addEventHandler({
        onAdd: () => {
          void things.shutDownEventHandler(registration).then(() => seen.push('shut down'));
          return work;
        },
        onError: ({ message }) => seen.push(message),
      });
      const running = things.run();
      await advanceMinute();
      expect(seen).toEqual([]);
      work.error(new Error('boom'));
      await advanceUntil(() => seen.length > 1);

      expect(seen).toEqual(['onAdd threw for a: boom', 'shut down']);
      running.unsubscribe();
    });

    it('should not start a second time when it is run there', () => {
      let again: unknown;
      const calls = scene((things, events, calls, { pass }) => {
        things.addEventHandler({ onAdd: () => void (again = things.run()) });
        things.addEventHandler(noting(calls, 'h'));
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => calls.push(String(again === things.run())));
      });

      expect(calls).toEqual(['h add a@1 initial', 'true']);
    });
  });

  describe('a handler that throws', () => {
    it('should be reported with its name, count the change as handled, and not affect others (B170, against B152 and B153)', () => {
      const errors: string[] = [];
      const seen: boolean[] = [];
      const calls = scene((things, events, calls, { pass }) => {
        const bad = things.addEventHandler({
          name: 'bad',
          onAdd: () => {
            throw new Error('boom');
          },
          onUpdate: () => throwError(() => new Error('later')),
          onError: ({ message, handler }) => errors.push(`${handler}: ${message}`),
        });
        things.addEventHandler(noting(calls, 'good'));
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => seen.push(bad.hasSynced()));
        pass(3, () => events.next(event('MODIFIED', 'a@10')));
      });

      expect(calls).toEqual(['good add a@1 initial', 'good update a@1 a@10']);
      expect(errors).toEqual([
        'bad: onAdd of bad threw for a: boom',
        'bad: onUpdate of bad threw for a: later',
      ]);
      expect(seen).toEqual([true]);
    });

    it('should be an unhandled error of RxJS without onError', async () => {
      const unhandled: string[] = [];
      config.onUnhandledError = (error) => void unhandled.push(String(error));
      const things = sharedIndexInformer<KubeObject>(of(list('9', 'a@1')));
      things.addEventHandler({ name: 'bad', onAdd: () => Promise.reject(new Error('boom')) });
      things.run();
      await advanceUntil(() => unhandled.length > 0);

      expect(unhandled).toEqual(['HandlerError: onAdd of bad threw for a: boom']);
    });
  });

  describe('resync', () => {
    const resyncs = (
      resyncPeriod: number,
      handlers: Readonly<Record<string, HandlerOptions>>,
      late: Readonly<Record<string, HandlerOptions>> = {},
    ): Record<string, number[]> => {
      const at: Record<string, number[]> = {};
      const handler = (name: string): Handler => ({
        onUpdate: () => (at[name] ??= []).push(asyncScheduler.now() / 1_000) && undefined,
      });
      scene(
        (things, events, _calls, { pass, stop }) => {
          for (const [name, options] of Object.entries(handlers))
            things.addEventHandler(handler(name), options);
          pass(0, () => events.next(list('9', 'a@1')));
          pass(1, () => {
            for (const [name, options] of Object.entries(late))
              things.addEventHandler(handler(name), options);
          });
          pass(6_500, stop);
        },
        { resyncPeriod },
      );
      return at;
    };

    it('should resync each handler at its own period, and a handler with period 0 never (B129)', () => {
      const options = {
        two: { resyncPeriod: 2_000 },
        three: { resyncPeriod: 3_000 },
        none: { resyncPeriod: 0 },
      };

      expect(resyncs(1_000, { ...options, default: {} })).toEqual({
        default: [1, 2, 3, 4, 5, 6],
        two: [2, 4, 6],
        three: [3, 6],
      });
    });

    it('should check at the shortest period that was requested before the start (B131)', () => {
      const options = { two: { resyncPeriod: 2_000 }, three: { resyncPeriod: 3_000 } };

      expect(resyncs(60_000, options)).toEqual({ two: [2, 4, 6], three: [4] });
    });

    it('should raise a shorter period that is requested later, and resync no handler when its own period is 0 (B132)', () => {
      expect(resyncs(3_000, {}, { late: { resyncPeriod: 1_000 } })).toEqual({ late: [6] });
      expect(resyncs(0, { none: { resyncPeriod: 1_000 } })).toEqual({});
    });

    it('should make no call for unchanged objects after a relist, also for a handler that is due (B133, against B134)', () => {
      const calls = scene(
        (things, events, calls, { pass, stop }) => {
          things.addEventHandler(noting(calls, 'due'));
          things.addEventHandler(noting(calls, 'never'), { resyncPeriod: 0 });
          pass(1, () => events.next(list('9', 'a@1', 'b@2')));
          pass(10_500, () => calls.splice(0));
          pass(11_000, () => events.next(list('20', 'a@1', 'b@12')));
          pass(12_000, stop);
        },
        { resyncPeriod: 10_000 },
      );

      expect(calls).toEqual(['due update b@2 b@12', 'never update b@2 b@12']);
    });

    it('should come after a change that waits for the next task because a slow handler has spent the slice', () => {
      const busy = (): void => {
        const until = performance.now() + 20;
        while (performance.now() < until);
      };
      const calls = scene(
        (things, events, calls, { pass, stop }) => {
          things.addEventHandler(noting(calls, 'h', busy));
          pass(0, () => events.next(list('9', 'a@1')));
          pass(1_000, () => events.next(event('MODIFIED', 'a@10')));
          pass(1_000, () => events.next(event('MODIFIED', 'a@11')));
          pass(1_500, stop);
        },
        { resyncPeriod: 1_000 },
      );

      expect(calls).toEqual([
        'h add a@1 initial',
        'h update a@1 a@10',
        'h update a@10 a@11',
        'h update a@11 a@11',
      ]);
    });

    it('should pass a resync of the queue to every handler', () => {
      const calls = scene((things, events, calls, { pass }) => {
        things.addEventHandler(noting(calls, 'h'));
        pass(1, () => events.next(list('9', 'a@1')));
        pass(2, () => events.next({ type: 'RESYNC' }));
      });

      expect(calls).toEqual(['h add a@1 initial', 'h update a@1 a@1']);
    });

    it('should not negotiate the resyncs of `changes`', () => {
      const causes: string[] = [];
      scene((things, events, _calls, { pass, stop }) => {
        const changes = things.changes({ resyncPeriod: 10 }).subscribe(({ cause }) => causes.push(cause));
        pass(1, () => events.next(list('9', 'a@1')));
        pass(25, () => {
          changes.unsubscribe();
          stop();
        });
      });

      expect(causes).toEqual(['initial', 'resync', 'resync']);
    });
  });

  describe('lifetime', () => {
    it('should be created, running, stopped, and stay stopped (B143, B160)', () => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = sharedIndexInformer(events);
      const end = new AbortController();
      const states = [things.isStopped()];
      const running = things.run(end.signal);
      const again = things.run();
      states.push(things.isStopped(), events.observed);
      end.abort();
      states.push(things.isStopped(), events.observed);

      expect(again).toBe(running);
      expect(states).toEqual([false, false, true, true, false]);
      expect(running.closed).toBe(true);
      expect(() => things.run()).toThrow('run: the informer has stopped already');
    });

    it('should stop when its subscription ends', () => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = sharedIndexInformer(events);
      things.run().unsubscribe();

      expect([things.isStopped(), events.observed]).toEqual([true, false]);
    });

    it('should complete `synced$` without a value when it stops before the first list', () => {
      const things = sharedIndexInformer<KubeObject, string>(NEVER);
      const seen: string[] = [];
      things.addEventHandler({}).synced$.subscribe({
        next: () => seen.push('synced'),
        complete: () => seen.push('complete'),
      });
      const running = things.run();
      expect(seen).toEqual([]);
      running.unsubscribe();

      expect(seen).toEqual(['complete']);
    });

    it('should send no request when the signal has aborted (Q19)', () => {
      const source = fakeControllerSource([thing('a@1')]);
      const things = sharedIndexInformer(source);
      const running = things.run(AbortSignal.abort());

      expect([things.isStopped(), running.closed, source.requests]).toEqual([true, true, []]);
    });

    it('should keep its objects after a stop, and refuse handlers and indexes (B144, B145, B162)', () => {
      const things = sharedIndexInformer<KubeObject, string>(of(list('9', 'shop/a@1')));
      const registration = things.addEventHandler({});
      things.run().unsubscribe();

      expect(things.getStore().get('shop/a')).toBeDefined();
      expect(() => things.addEventHandler({})).toThrow(KubeError);
      expect(() => things.addEventHandler({})).toThrow('addEventHandler: the informer has stopped already');
      expect(() => things.addIndexers({ namespace: byNamespace })).toThrow(KubeError);
      things.removeEventHandler(registration);
    });

    it('should call its handlers with the pending changes after the source has completed, then end (B121)', () => {
      const calls: string[] = [];
      const seen: unknown[] = [];
      marbles().run(() => {
        const things = sharedIndexInformer(of(list('9', 'a@1', 'b@2')));
        const registration = things.addEventHandler(noting(calls, 'slow', () => timer(5)));
        const running = things.run();
        seen.push([things.isStopped(), running.closed]);
        timer(20).subscribe(() => seen.push([things.isStopped(), running.closed, registration.hasSynced()]));
      });

      expect(calls).toEqual(['slow add a@1 initial', 'slow add b@2 initial']);
      expect(seen).toEqual([
        [true, false],
        [true, true, true],
      ]);
    });

    it.each(['signal', 'subscription'])(
      'should call no handler after a stop by its %s, during a call, with or without the end of the source (G15)',
      (by) => {
        for (const isOver of [false, true]) {
          const calls: string[] = [];
          marbles().run(({ cold }) => {
            const events = cold(isOver ? '(a|)' : 'a', { a: list('9', 'a@1', 'b@2') });
            const things = sharedIndexInformer<KubeObject>(events);
            const end = new AbortController();
            things.addEventHandler(noting(calls, 'h', () => timer(10)));
            const running = things.run(end.signal);
            timer(5).subscribe(() => {
              if (by === 'signal') end.abort();
              else running.unsubscribe();
              expect(running.closed).toBe(true);
            });
          });

          expect(calls).toEqual(['h add a@1 initial']);
        }
        expect.assertions(4);
      },
    );

    it('should end with its source if it has no handlers', () => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = sharedIndexInformer(events);
      const running = things.run();
      events.complete();

      expect([things.isStopped(), running.closed]).toEqual([true, true]);
    });

    it('should end with its reflector, and call its watch error handler', () => {
      const seen: unknown[] = [];
      marbles().run(({ cold }) => {
        const refused = cold('-#', undefined, new StatusError({ code: 400, message: 'bad request' }));
        const source = scriptedListerWatcher<KubeObject>({ list: [refused as never], watch: [NEVER] });
        const things = sharedIndexInformer(source, { reflect: { streamingList: 'never' } });
        things.setWatchErrorHandler((error, { phase }) => seen.push(`${phase}: ${error.message}`));
        things.addEventHandler({});
        things.addEventHandler({});
        const running = things.run();
        timer(2).subscribe(() => seen.push([things.isStopped(), running.closed]));
      });

      expect(seen).toEqual(['stopped: bad request', [true, true]]);
    });

    it('should not stop a given informer that has other subscribers', () => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const plain = informer(events);
      const others = plain.start();
      const things = sharedIndexInformer(plain);
      things.addEventHandler({});
      things.run().unsubscribe();

      expect(events.observed).toBe(true);
      others.unsubscribe();
      expect(events.observed).toBe(false);
    });

    it('should leave no request, timer or work of a handler after its stop (B151, G15)', () => {
      marbles().run(({ cold, expectSubscriptions, flush }) => {
        const events = cold('-a', { a: list('9', 'a@1') });
        const work = cold('   -');
        const things = sharedIndexInformer<KubeObject>(events, { resyncPeriod: 1_000 });
        things.addEventHandler({ onAdd: () => work });
        const running = things.run();
        timer(5_000).subscribe(() => {
          things.addEventHandler({});
          running.unsubscribe();
        });
        sharedIndexInformer<KubeObject>(events).addEventHandler({}); // an informer that is never started
        flush(); // `flush()` returns only if no interval is active

        expectSubscriptions(events.subscriptions).toBe('^ 4999ms !');
        expectSubscriptions(work.subscriptions).toBe('  -^ 4998ms !');
      });
    });

    it('should be accepted by waitForCacheSync()', async () => {
      const things = sharedIndexInformer(fakeControllerSource([thing('a@1')]));
      const running = things.run();
      await waitForCacheSync([things]);

      expect(things.hasSynced()).toBe(true);
      running.unsubscribe();
    });
  });

  describe('its store and members', () => {
    it('should be indexed before and after it contains objects (B128)', () => {
      scene((things, events, _calls, { pass }) => {
        things.addIndexers({ namespace: byNamespace });
        pass(1, () => events.next(list('9', 'shop/a@1')));
        pass(2, () => {
          things.addIndexers({ name: ({ metadata }) => [metadata.name] });
          expect(things.getIndexer().indexKeys('namespace', 'shop')).toEqual(['shop/a']);
          expect(things.getIndexer().indexKeys('name', 'a')).toEqual(['shop/a']);
        });
      });
      expect.assertions(2);
    });

    it('should have a controller whose run has no effect, and whose version is its own (B163)', () => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = sharedIndexInformer(events);
      const controller = things.getController();
      controller.run();
      expect([events.observed, controller.hasSynced(), controller.lastSyncResourceVersion()]).toEqual([
        false,
        false,
        '',
      ]);
      const running = things.run();
      events.next(list('9', 'a@1'));
      events.next({ type: 'BOOKMARK', resourceVersion: '12' });

      expect([controller.hasSynced(), controller.lastSyncResourceVersion()]).toEqual([true, '12']);
      running.unsubscribe();
    });

    it('should throw on a change of a shared object (B191)', () => {
      const things = sharedIndexInformer(fakeControllerSource([thing('a@1:red')]));
      const running = things.run();
      const shared = things.getStore().get('a');

      expect(() => Object.assign(shared?.metadata ?? {}, { name: 'b' })).toThrow(TypeError);
      expect(() => Object.assign(shared?.metadata.labels ?? {}, { color: 'blue' })).toThrow(TypeError);
      expect(things.getStore().list().map(textOf)).toEqual(['a@1:red']);
      running.unsubscribe();
    });

    it('should use the last transform that was set before the start (B138)', () => {
      const source = fakeControllerSource([thing('a@1')]);
      const things = sharedIndexInformer(source, { reflect: { transform: () => thing('never@1') } });
      things.setTransform((object) => ({
        ...object,
        metadata: { ...object.metadata, labels: { seen: 'yes' } },
      }));
      const running = things.run();

      expect(
        things
          .getStore()
          .list()
          .map(({ metadata }) => metadata.labels),
      ).toEqual([{ seen: 'yes' }]);
      running.unsubscribe();
    });

    it('should return the received version although a transform removes it (against B124)', () => {
      const source = fakeControllerSource([thing('a@1')]);
      const things = sharedIndexInformer(source);
      things.setTransform((object) => ({ ...object, metadata: { ...object.metadata, resourceVersion: '' } }));
      const running = things.run();
      source.add(thing('b@1'));

      expect([things.lastSyncResourceVersion(), things.getStore().resourceVersion]).toEqual(['2', '']);
      running.unsubscribe();
    });

    it('should pass the status to the observer of the reflect options', () => {
      const phases: string[] = [];
      const status = { next: ({ phase }: { readonly phase: string }) => void phases.push(phase) };
      const things = sharedIndexInformer(fakeControllerSource([thing('a@1')]), { reflect: { status } });
      things.run().unsubscribe();

      expect(phases).toContain('watching');
    });

    it('should refuse a transform and a watch error handler once it runs, or if it did not create its reflector (B137)', () => {
      const things = sharedIndexInformer(fakeControllerSource<KubeObject>());
      const running = things.run();
      const over = sharedIndexInformer(informer<KubeObject>(NEVER));

      for (const call of [
        () => things.setTransform((object) => object),
        () => things.setWatchErrorHandler(() => undefined),
        () => over.setTransform((object) => object),
        () => over.setWatchErrorHandler(() => undefined),
      ]) {
        expect(call).toThrow(KubeError);
      }
      running.unsubscribe();
    });

    it('should call its watch error handler for each failure, and continue if that handler throws (B47, Q5)', () => {
      const unhandled: unknown[] = [];
      const seen: string[] = [];
      marbles().run(({ cold }) => {
        const refused = throwError(() => new StatusError({ code: 500, message: 'not now' }));
        const page = cold('(p|)', { p: { items: [thing('a@1')], resourceVersion: '9' } });
        const source = scriptedListerWatcher({ list: [refused, page], watch: [NEVER] });
        const things = sharedIndexInformer(source, { reflect: { streamingList: 'never' } });
        config.onUnhandledError = (error) => void unhandled.push(error);
        things.setWatchErrorHandler((error, { phase }) => {
          seen.push(`${phase}: ${error.message}`);
          throw new Error('of the handler');
        });
        const running = things.run();
        timer(5_000).subscribe(() => {
          seen.push(String(things.hasSynced()));
          running.unsubscribe();
        });
      });

      expect(seen).toEqual(['waiting: not now', 'true']);
    });

    it.each<[string, Observable<never>]>([
      ['within the call', throwError(() => new Error('no source'))],
      ['later', timer(5).pipe(switchMap(() => throwError(() => new Error('no source'))))],
    ])(
      'should report a fatal error as unhandled, once, if it has handlers and the error occurs %s',
      (_, source) => {
        const unhandled: unknown[] = [];
        config.onUnhandledError = (error) => void unhandled.push(String(error));
        marbles().run(() => {
          const things = sharedIndexInformer<KubeObject>(source);
          for (let nth = 0; nth < 3; nth++) things.addEventHandler({ onAdd: () => undefined });
          things.run();
        });

        expect(unhandled).toEqual(['Error: no source']);
      },
    );

    it('should also be created by `sharedInformer`', () => {
      const things = sharedInformer(fakeControllerSource([thing('a@1')]));
      const running = things.run();
      expect(things.getStore().listKeys()).toEqual(['a']);
      running.unsubscribe();
    });
  });

  describe('many handlers', () => {
    it('should call each handler with its changes while handlers are added and removed during a thousand events (B136, B142)', () => {
      const received: number[] = [];
      const calls: string[] = [];
      scene((things, events, _calls, { pass, stop }) => {
        const steady = noting(calls, 'steady');
        things.addEventHandler(steady);
        pass(1, () => events.next(list('1')));
        for (let at = 0; at < 1_000; at += 1) {
          pass(2 + at, () => {
            const mine = things.addEventHandler({
              onAdd: () => void (received[at] = (received[at] ?? 0) + 1),
            });
            events.next(event('ADDED', `thing-${at}@${at + 2}`));
            pass(3, () => things.removeEventHandler(mine));
          });
        }
        pass(2_000, stop);
      });

      expect(calls).toHaveLength(1_000);
      // A handler first receives the stored objects, and the event that comes when the handler is added. After 3 ms,
      // the test removes the handler. In this time, the handler receives two or three further events.
      received.slice(0, 990).forEach((count, at) => expect([at + 3, at + 4]).toContain(count));
    });
  });

  it.each<[string, () => unknown]>([
    ['an invalid source', () => sharedIndexInformer({} as never)],
    ['a negative period', () => sharedIndexInformer(NEVER, { resyncPeriod: -1 })],
    ['an unknown option', () => sharedIndexInformer(NEVER, { speed: 1 } as never)],
    ['options that are null', () => sharedIndexInformer(NEVER, null as never)],
    [
      'a resetDelay, because it stops when the signal aborts',
      () => sharedIndexInformer(NEVER, { resetDelay: 1 } as never),
    ],
    ['indexers beside an informer', () => sharedIndexInformer(informer(NEVER), { indexers: {} })],
    ['an invalid handler', () => sharedIndexInformer(NEVER).addEventHandler(1 as never)],
    ['a period of a handler', () => sharedIndexInformer(NEVER).addEventHandler({}, { resyncPeriod: -1 })],
    ['a buffer', () => sharedIndexInformer(NEVER).addEventHandler({}, { buffer: 'none' as never })],
    ['a signal', () => sharedIndexInformer(NEVER).run({} as never)],
    ['a transform', () => sharedIndexInformer(fakeControllerSource()).setTransform(1 as never)],
    [
      'a watch error handler',
      () => sharedIndexInformer(fakeControllerSource()).setWatchErrorHandler(1 as never),
    ],
  ])('should refuse %s', (_what, call) => {
    expect(call).toThrow(OptionsError);
  });
});
