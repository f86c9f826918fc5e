import { describe, expect, it } from '@jest/globals';
import { Subject, switchMap, throwError, timer } from 'rxjs';
import {
  type GroupVersionResource,
  informer,
  type Informer,
  type KubeError,
  type KubeObject,
  listWatch,
  query,
  type ReflectorEvent,
  StatusError,
  type Transport,
  waitForCacheSync,
} from 'rx-informer';
import { sharedIndexInformer, sharedInformerFactory } from 'rx-informer/client-go';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import { marbles } from '../support/marbles.ts';
import { unhandledErrors } from '../support/unhandled-errors.ts';

const badRequest = new StatusError({ code: 400, message: 'field label not supported: data.x' });
const mistaken: Transport = { open: () => timer(5).pipe(switchMap(() => throwError(() => badRequest))) };
const configmaps: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' };
const source = listWatch(mistaken, configmaps);

describe('a fatal error', () => {
  const unhandled = unhandledErrors();

  /** Returns the errors that RxJS reports as unhandled within one minute of virtual time. */
  function reported(run: () => unknown): readonly unknown[] {
    marbles().run(({ cold, flush }) => {
      run();
      cold('1m |').subscribe();
      flush();
    });
    return [...unhandled];
  }
  /** Starts an informer and calls `waitForCacheSync`. Returns the unhandled errors and the error of the promise. */
  function rejectedSync(
    from: Parameters<typeof informer<KubeObject>>[0],
    act: () => void = () => undefined,
  ): { readonly reports: readonly unknown[]; readonly rejection: Promise<Error> } {
    const things = informer<KubeObject>(from);
    let rejection: Promise<Error> = Promise.resolve(new Error('it has not begun'));
    const reports = reported(() => {
      things.start();
      rejection = waitForCacheSync([things]).then(
        () => new Error('it is in sync'),
        (error: unknown) => error as Error,
      );
      act();
    });
    return { reports, rejection };
  }
  const handling = (): { error: (error: unknown) => void; received: unknown[] } => {
    const received: unknown[] = [];
    return { received, error: (error) => void received.push(error) };
  };

  describe('of an informer', () => {
    it('should be reported if only start() runs it, once for all starts', () => {
      const things = informer(source);

      expect(
        reported(() => {
          things.start();
          things.start(new AbortController().signal);
          things.status$.subscribe();
        }),
      ).toEqual([badRequest]);
    });

    it('should be reported again at the next start', () => {
      const things = informer(source);

      expect(
        reported(() => {
          things.start();
          timer(1_000).subscribe(() => things.start());
        }),
      ).toEqual([badRequest, badRequest]);
    });

    it.each<[string, (things: Informer<KubeObject>, observer: ReturnType<typeof handling>) => void]>([
      ['changes()', (things, observer) => things.changes().subscribe(observer)],
      [
        'changes() with a buffer',
        (things, observer) => things.changes({ buffer: 'conflate' }).subscribe(observer),
      ],
      ['store.batches$', (things, observer) => things.store.batches$.subscribe(observer)],
      ['query()', (things, observer) => query(things).subscribe(observer)],
    ])('should not be reported if a subscriber of %s handles it', (_, subscribe) => {
      const things = informer(source);
      const observer = handling();

      expect(
        reported(() => {
          things.start();
          subscribe(things, observer);
        }),
      ).toEqual([]);
      expect(observer.received).toEqual([badRequest]);
    });

    it('should be reported by RxJS for each subscriber without an error handler, and not for start()', () => {
      const things = informer(source);

      expect(
        reported(() => {
          things.start();
          things.changes().subscribe();
          things.changes().subscribe();
        }),
      ).toEqual([badRequest, badRequest]);
    });

    it('should be reported if the subscriber that handles errors has left', () => {
      const things = informer(source);

      expect(
        reported(() => {
          things.start();
          things.changes().subscribe(handling()).unsubscribe();
        }),
      ).toEqual([badRequest]);
    });

    it('should reject waitForCacheSync, and not be reported in addition', async () => {
      const { reports, rejection } = rejectedSync(source);

      expect(reports).toEqual([]);
      expect((await rejection).cause).toBe(badRequest);
    });

    it('should be reported with a stream of events, as the stream emits it', () => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = informer(events);
      const gone = new Error('the relay has gone');

      expect(
        reported(() => {
          things.start();
          events.error(gone);
        }),
      ).toEqual([gone]);
    });

    it('should reject waitForCacheSync with a stream of events', async () => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const { reports, rejection } = rejectedSync(events, () =>
        events.error(new Error('the relay has gone')),
      );

      expect(reports).toEqual([]);
      expect(String(await rejection)).toContain('the relay has gone');
    });

    it('should reject a waitForCacheSync that follows a start which failed synchronously', async () => {
      const { reports, rejection } = rejectedSync(throwError(() => badRequest));

      expect(reports).toEqual([]);
      expect((await rejection).cause).toBe(badRequest);
    });

    it('should not be reported after a stop', () => {
      const things = informer(source);

      expect(reported(() => things.start().unsubscribe())).toEqual([]);
    });
  });

  describe('of a shared informer', () => {
    it('should be reported once, for any number of handlers', () => {
      const things = sharedIndexInformer(source);
      things.addEventHandler({});
      things.addEventHandler({}, { buffer: 'conflate' });

      expect(reported(() => things.run())).toEqual([badRequest]);
      expect(things.isStopped()).toBe(true);
    });

    it('should be passed to the watch error handler instead', () => {
      const things = sharedIndexInformer(source);
      const received: unknown[] = [];
      things.setWatchErrorHandler((error, { phase }) => void received.push([error, phase]));
      things.addEventHandler({});

      expect(reported(() => things.run())).toEqual([]);
      expect(received).toContainEqual([badRequest, 'stopped']);
    });

    it('should not be reported if a subscriber of its changes handles it', () => {
      const things = sharedIndexInformer(source);
      things.addEventHandler({});
      const observer = handling();

      expect(
        reported(() => {
          things.changes().subscribe(observer);
          things.run();
        }),
      ).toEqual([]);
      expect(observer.received).toEqual([badRequest]);
    });

    it('should be reported once by two shared informers over one informer', () => {
      const one = informer(source);

      expect(
        reported(() => {
          sharedIndexInformer(one).run();
          const other = sharedIndexInformer(one);
          other.addEventHandler({});
          other.run();
        }),
      ).toEqual([badRequest]);
    });

    it('should be reported for each informer of a factory, or rejected by its waitForCacheSync', async () => {
      const factory = sharedInformerFactory(mistaken, {});
      factory.forResource(configmaps).informer();
      factory.forResource({ ...configmaps, resource: 'secrets' }).informer();

      expect(reported(() => factory.start())).toEqual([badRequest, badRequest]);
      unhandled.length = 0;

      const awaited = sharedInformerFactory(mistaken, {});
      awaited.forResource(configmaps).informer();
      let rejected: Promise<unknown> = Promise.resolve();
      expect(
        reported(() => {
          awaited.start();
          rejected = awaited.waitForCacheSync().catch((error: unknown) => (error as KubeError).cause);
        }),
      ).toEqual([]);
      expect(await rejected).toBe(badRequest);
    });
  });

  describe('of makeInformer', () => {
    const minutes = (run: (things: ReturnType<typeof clientNodeInformer>) => void): readonly unknown[] => {
      marbles().run(({ cold, flush }) => {
        const things = clientNodeInformer(source);
        run(things);
        void things.start();
        cold('5m |').subscribe({ complete: () => void things.stop() });
        flush();
      });
      return [...unhandled];
    };

    it('should be reported once without a callback for errors, although the informer retries', () => {
      expect(minutes(() => undefined)).toEqual([badRequest]);
    });

    it('should be passed to the callbacks for errors instead', () => {
      const received: unknown[] = [];

      expect(minutes((things) => things.on('error', (error) => void received.push(error)))).toEqual([]);
      expect(received.length).toBeGreaterThan(3);
    });
  });

  it('should report errors that are retried only on the status', () => {
    const refused: Transport = { open: () => throwError(() => new StatusError({ code: 401 })) };

    expect(
      reported(() => {
        const started = informer(listWatch(refused, configmaps)).start();
        timer(30_000).subscribe(() => started.unsubscribe());
      }),
    ).toEqual([]);
  });
});
