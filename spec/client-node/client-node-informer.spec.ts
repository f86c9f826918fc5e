import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  asyncScheduler,
  concat,
  config,
  defer,
  EMPTY,
  NEVER,
  type Observable,
  of,
  Subject,
  switchMap,
  throwError,
  timer,
} from 'rxjs';
import {
  ConnectionError,
  HandlerError,
  KubeError,
  type KubeObject,
  type ListPage,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { fakeControllerSource, type LoggedRequest, scriptedListerWatcher } from 'rx-informer/testing';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import { marbles } from '../support/marbles.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';
import { at, line, noted, world } from './informer-world.ts';

virtualTime();

type Watch = Observable<WatchEvent<KubeObject>>;

const refused = (code: number, retryAfterSeconds?: number): Observable<never> =>
  throwError(() => new StatusError({ code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }));
const reset = throwError(() => new ConnectionError('reset', { answered: true }));
const unstreamed = refused(422);
const page = (resourceVersion: string, ...items: KubeObject[]): Observable<ListPage<KubeObject>> =>
  of({ items, resourceVersion });

/** Delays the response to a later task, as a network does. */
const answered = (watch: Watch): Watch => timer(1).pipe(switchMap(() => watch));

/**
 * Runs an informer for `ms` ms of virtual time. Returns the calls of its callbacks, and its requests. The server
 * refuses the first request, which is a streaming list.
 */
function play(ms: number, lists: readonly Observable<ListPage<KubeObject>>[], ...watches: readonly Watch[]) {
  const calls: string[] = [];
  let requests: readonly LoggedRequest[] = [];
  marbles().run(({ cold, flush }) => {
    const source = scriptedListerWatcher({ list: lists, watch: [unstreamed, ...watches.map(answered)] });
    ({ requests } = source);
    const informer = clientNodeInformer(source);
    const note = (text: string): void => void calls.push(text);
    informer.on('change', ({ metadata: { name } }) => note(name));
    informer.on('connect', () => note('connect'));
    informer.on('error', (error: KubeError) =>
      note(error instanceof StatusError ? `${error.code}` : error.name),
    );
    void informer.start();
    cold(`${ms}ms |`).subscribe({ complete: () => void informer.stop() });
    flush();
  });
  const verbs = requests.slice(1).map(({ verb }) => verb);
  return { calls, verbs: verbs.join(' ') };
}

describe('clientNodeInformer', () => {
  const unhandled: unknown[] = [];
  afterEach(() => {
    config.onUnhandledError = null;
    unhandled.length = 0;
  });
  const listenForUnhandled = (): void => {
    config.onUnhandledError = (error) => void unhandled.push(error);
  };

  describe('under faults', () => {
    it('should not report a server without streamed lists, and not connect twice', () => {
      expect(play(1_000, [page('5', at('a'))], NEVER)).toEqual({
        calls: ['connect', 'a'],
        verbs: 'list watch',
      });
    });

    it('should report each refusal of a list, and continue', () => {
      const { calls, verbs } = play(90_000, [refused(500), refused(403), page('5', at('a'))], NEVER);

      expect(calls).toEqual(['connect', '500', 'connect', '403', 'connect', 'a']);
      expect(verbs).toBe('list list list watch');
    });

    it.each([[500], [401], [403], [404], [400]])('should continue after a watch that answers %d', (code) => {
      const { calls, verbs } = play(90_000, [page('5', at('a'))], refused(code), NEVER);

      expect(calls).toEqual(['connect', 'a', `${code}`, 'connect']);
      expect(verbs).toBe('list watch list watch'); // list 2 reads all objects after 404, and otherwise only the current resourceVersion
    });

    it('should wait for the Retry-After of a server', () => {
      const lists = [page('5', at('a'))];

      expect(play(6_999, lists, refused(429, 7), NEVER).verbs).toBe('list watch');
      expect(play(7_010, lists, refused(429, 7), NEVER).verbs).toBe('list watch list watch'); // list 2 only reads the current resourceVersion
    });

    it('should report a connection reset, and resume', () => {
      const { calls, verbs } = play(5_000, [page('5', at('a'))], reset, NEVER);

      expect(calls).toEqual(['connect', 'a', 'ConnectionError', 'connect']);
      expect(verbs).toBe('list watch list watch');
    });

    it('should not report an expired version as an error, like client-node', () => {
      const { calls, verbs } = play(5_000, [page('5', at('a')), page('9', at('b'))], refused(410), NEVER);

      expect(calls).toEqual(['connect', 'a', 'connect', 'a', 'b']);
      expect(verbs).toBe('list watch list watch');
    });

    it('should not report the end of a watch by the server as an error, even if it is early', () => {
      const { calls, verbs } = play(5_000, [page('5', at('a'))], EMPTY, NEVER);

      expect(calls).toEqual(['connect', 'a', 'connect']);
      expect(verbs).toBe('list watch list watch');
    });

    it('should report a refusal after a regular end of a watch', () => {
      const { calls } = play(9_000, [page('5', at('a'))], EMPTY, refused(500), NEVER);

      expect(calls).toEqual(['connect', 'a', 'connect', '500', 'connect']);
    });

    it('should report a silent watch', () => {
      const { calls } = play(700_000, [page('5', at('a'))], NEVER);

      expect(calls.slice(0, 4)).toEqual(['connect', 'a', 'ConnectionError', 'connect']);
    });

    it('should not report a late answer, or a failed check in parallel to a watch', async () => {
      const errors: unknown[] = [];
      const informer = clientNodeInformer<KubeObject>({
        list: () => timer(20_000).pipe(switchMap(() => page('5', at('a')))),
        watch: (options, { onIncident } = {}) => {
          if (options?.sendInitialEvents === true) return unstreamed;
          onIncident?.(new KubeError('transient', 'no answer for 5 s'), 0);
          return NEVER;
        },
      });
      informer.on('error', (error) => void errors.push(error));
      let isStarted = false;
      void informer.start().then(() => (isStarted = true));
      await jest.advanceTimersByTimeAsync(19_000);
      expect(isStarted).toBe(false);
      await advanceMinute();

      expect([errors, isStarted, informer.list().length]).toEqual([[], true, 1]);
      await informer.stop();
    });

    it('should report the objects that a source skipped, each once', async () => {
      const incident = new KubeError('transient', 'no name');
      const errors: unknown[] = [];
      const informer = clientNodeInformer<KubeObject>({
        list: () => NEVER,
        watch: (_, { onIncident } = {}) => {
          onIncident?.(incident);
          return concat(of<WatchEvent<KubeObject>>({ type: 'ADDED', object: at('a') }), NEVER);
        },
      });
      informer.on('error', (error) => void errors.push(error));
      void informer.start();
      await advanceMinute();

      expect(errors).toEqual([incident]);
      await informer.stop();
    });
  });

  describe('start', () => {
    it('should do nothing if the informer is running, in any state', async () => {
      const { source, informer, lines } = world('a');
      await Promise.all([informer.start(), informer.start()]);
      await informer.start();
      source.add(at('b'));
      await advanceMinute();

      expect(lines).toEqual(['add a@1', 'add b@2']);
      expect(source.requests).toHaveLength(1);
      await informer.stop();
      const requests = source.requests.length;
      source.add(at('c'));
      await advanceMinute();
      expect(source.requests).toHaveLength(requests);
    });

    it('should resolve after the first failure was reported, and later calls immediately', async () => {
      const errors: unknown[] = [];
      const informer = clientNodeInformer(
        scriptedListerWatcher<KubeObject>({ list: [refused(500)], watch: [unstreamed] }),
      );
      informer.on('error', (error) => void errors.push(error));

      await informer.start();
      expect(errors).toHaveLength(1);
      await informer.start();
      expect(errors).toHaveLength(1);
      await informer.stop();
    });

    it('should resolve if stop is called first', async () => {
      const informer = clientNodeInformer(
        scriptedListerWatcher<KubeObject>({ list: [NEVER], watch: [NEVER] }),
      );
      const started = informer.start();

      await informer.stop();

      await expect(started).resolves.toBeUndefined();
    });

    it('should resolve after an empty list, and after a list without changes', async () => {
      const { informer, lines } = world();
      await informer.start();
      await informer.stop();
      await informer.start();

      expect(lines).toEqual([]);
      await informer.stop();
    });

    it('should resolve after the callbacks for a large list', async () => {
      const source = fakeControllerSource(Array.from({ length: 5_000 }, (_, i) => at(`pod-${i}`)));
      const informer = clientNodeInformer(source);
      let added = 0;
      informer.on('add', () => added++);

      await informer.start();

      expect([added, informer.list().length]).toEqual([5_000, 5_000]);
      await informer.stop();
    });

    it('should be allowed in an error callback, as in the documented restart', async () => {
      const gate = new Subject<never>();
      const source = scriptedListerWatcher<KubeObject>({
        list: [page('5', at('a'))],
        watch: [unstreamed, reset, gate],
      });
      const informer = clientNodeInformer(source);
      const lines = noted(informer);
      informer.on('error', () => {
        void informer.start();
        setTimeout(() => void informer.start(), 1);
      });

      await informer.start();
      await advanceMinute();

      expect(lines).toEqual(['add a@1']);
      expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'list', 'watch', 'list', 'watch']);
      await informer.stop();
      expect(gate.observed).toBe(false);
    });

    it.each([
      ['refuses its lists', () => refused(500)],
      [
        'sends an invalid object',
        (onIncident?: (incident: KubeError) => void) => {
          onIncident?.(new KubeError('transient', 'no name'));
          return page('5', at('a'));
        },
      ],
    ])(
      'should not loop fast in a program that restarts the informer at each error, if a server %s',
      (_, answer) => {
        const asked: number[] = [];
        marbles().run(({ cold, flush }) => {
          const informer = clientNodeInformer<KubeObject>({
            list: (_options, { onIncident } = {}) => {
              asked.push(asyncScheduler.now());
              const list$ = defer(() => answer(onIncident));
              return asked.length > 200 ? NEVER : timer(1).pipe(switchMap(() => list$)); // a network delay
            },
            watch: (options) => (options?.sendInitialEvents === true ? unstreamed : NEVER),
          });
          informer.on('error', () => {
            void informer.stop();
            void informer.start();
          });
          void informer.start();
          cold('60s |').subscribe({ complete: () => void informer.stop() });
          flush();
        });

        expect(asked.length).toBeGreaterThan(3);
        expect(asked.length).toBeLessThanOrEqual(10);
      },
    );

    it('should send a request without a wait after a stop and a start without a failure', async () => {
      const { source, informer } = world('a');
      for (let i = 0; i < 5; i++) {
        await informer.start();
        await informer.stop();
      }

      expect(source.requests).toHaveLength(5);
    });
  });

  describe('stop', () => {
    it('should be allowed before start, or twice', async () => {
      const { informer } = world();
      await informer.stop();
      await informer.start();

      await informer.stop();
      await expect(informer.stop()).resolves.toBeUndefined();
    });

    it('should abort a list, report no error and call no callback afterwards', async () => {
      const pages = new Subject<ListPage<KubeObject>>();
      const source = scriptedListerWatcher<KubeObject>({ list: [pages], watch: [unstreamed, NEVER] });
      const informer = clientNodeInformer(source);
      const errors: unknown[] = [];
      informer.on('error', (error) => {
        errors.push(error);
        void informer.start();
      });
      void informer.start();
      expect(pages.observed).toBe(true);

      void informer.stop();
      expect(pages.observed).toBe(false);
      await advanceMinute();

      expect(errors).toEqual([]);
      expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'list']);
    });

    it('should prevent the request when a connect callback stops it', async () => {
      const { source, informer, lines } = world('a');
      informer.on('connect', () => void informer.stop());

      await informer.start();
      await advanceMinute();

      expect([source.requests, lines]).toEqual([[], []]);
    });

    it('should allow a connect callback to stop and start it, once', async () => {
      const { source, informer, lines } = world('a');
      let connects = 0;
      informer.on('connect', () => {
        if (++connects > 1) return;
        void informer.stop();
        void informer.start();
      });

      await informer.start();
      await advanceMinute();

      expect([connects, source.requests.length, lines]).toEqual([2, 1, ['add a@1']]);
      await informer.stop();
    });

    it('should call no callback after a callback stopped it, and continue with the pending changes at the next start', async () => {
      const { source, informer, lines } = world('a', 'b');
      const later: string[] = [];
      const stop = (): void => {
        void informer.stop();
        informer.off('add', stop);
      };
      informer.on('add', stop);
      informer.on('add', (object) => void later.push(line('add', object)));

      await informer.start();
      await advanceMinute();
      expect([lines, later]).toEqual([['add a@1'], []]);

      source.add(at('c'));
      await informer.start();
      expect(lines).toEqual(['add a@1', 'add b@2', 'add c@3']);
      expect(later).toEqual(['add a@1', 'add b@2', 'add c@3']);
      await informer.stop();
    });

    it('should keep 100 pending changes, conflated, and emit them first after a start, then the differences', async () => {
      const { source, informer } = world();
      const calls: string[] = [];
      const finish: (() => void)[] = [];
      informer.on('change', async (object) => {
        calls.push(line('change', object));
        await new Promise<void>((resolve) => finish.push(resolve));
      });
      const quick = noted(informer);
      await informer.start();
      for (let i = 0; i < 50; i++) source.add(at(`pod-${i}`));
      await advanceMinute();
      expect([calls.length, quick.length]).toEqual([50, 50]);

      for (let i = 0; i < 50; i++) source.modify(at(`pod-${i}`));
      for (let i = 0; i < 49; i++) source.modify(at(`pod-${i}`));
      source.delete('pod-49');
      await advanceMinute();
      expect([calls.length, quick.length]).toEqual([50, 50]);

      void informer.stop();
      finish.splice(0).forEach((done) => done());
      await advanceMinute();
      expect([calls.length, quick.length]).toEqual([50, 50]);

      source.add(at('late'));
      source.delete('pod-0');
      void informer.start();
      await advanceMinute();

      const numbers = Array.from({ length: 49 }, (_, i) => i);
      expect(quick.slice(50)).toEqual([
        ...numbers.map((i) => `update pod-${i}@${i + 102}`),
        'delete pod-49@151',
        'add late@152',
      ]);
      finish.splice(0).forEach((done) => done());
      await advanceMinute();
      expect(quick.slice(101)).toEqual(['delete pod-0@102']); // the last known state of the pod
      expect(
        calls
          .slice(50)
          .map((text) => text.replace('change', ''))
          .sort(),
      ).toEqual(
        quick
          .slice(50)
          .map((text) => text.replace(/^\w+/, ''))
          .sort(),
      );
      await informer.stop();
    });

    it('should keep pending changes, in one order for all callbacks', async () => {
      const { source, informer, lines } = world('a');
      await informer.start();

      source.delete('a');
      source.add(at('a', 'other'));
      source.modify(at('a', 'other'));
      void informer.stop(); // the changes are cached, but the callbacks were not called yet
      await advanceMinute();
      expect(lines).toEqual(['add a@1']);

      await informer.start();
      expect(lines.slice(1)).toEqual(['delete a@2', 'add a@4']);
      await informer.stop();
    });

    it('should let a running call finish, and start no other call for its object in parallel', async () => {
      const { source, informer } = world();
      const finish: (() => void)[] = [];
      informer.on('change', () => new Promise<void>((resolve) => finish.push(resolve)));
      await informer.start();
      source.add(at('a'));
      source.modify(at('a'));
      await advanceMinute();

      await informer.stop();
      void informer.start();
      await advanceMinute();
      expect(finish).toHaveLength(1);
      finish[0]?.();
      await advanceMinute();
      expect(finish).toHaveLength(2);
      await informer.stop();
    });

    it('should start no call in parallel to a call for the same object that stops and starts it', async () => {
      const { source, informer } = world();
      let [running, most, calls] = [0, 0, 0];
      informer.on('change', async () => {
        most = Math.max(most, ++running);
        if (++calls === 2) {
          void informer.stop();
          void informer.start();
        }
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
      });
      await informer.start();
      source.add(at('a'));
      for (let i = 0; i < 3; i++) {
        const before = calls;
        source.modify(at('a'));
        while (calls === before) await advanceMinute();
      }

      expect(most).toBe(1);
      await informer.stop();
    });
  });

  describe('callbacks', () => {
    it('should be called in the order of the changes, across verbs, if they return synchronously', async () => {
      const { source, informer, lines } = world('a');
      await informer.start();

      source.modify(at('a'));
      source.delete('a');
      source.add(at('a', 'other'));
      source.modify(at('a', 'other'));
      await advanceMinute();

      expect(lines).toEqual(['add a@1', 'update a@2', 'delete a@3', 'add a@4', 'update a@5']);
      await informer.stop();
    });

    it('should be called one at a time if they return a promise, without delaying other callbacks (G13)', async () => {
      const { source, informer, lines } = world('a');
      const calls: string[] = [];
      informer.on('update', async (object) => {
        const { resourceVersion } = object.metadata;
        calls.push(`begin ${resourceVersion}`);
        await new Promise((resolve) => setTimeout(resolve, 8 - Number(resourceVersion)));
        calls.push(`end ${resourceVersion}`);
      });
      await informer.start();

      for (let i = 0; i < 4; i++) source.modify(at('a'));
      await Promise.resolve().then(() => undefined);
      await advanceMinute();
      while (calls.length < 8) await advanceMinute();

      expect(calls).toEqual([2, 3, 4, 5].flatMap((version) => [`begin ${version}`, `end ${version}`]));
      expect(lines).toHaveLength(5);
      await informer.stop();
    });

    it('should have their errors and rejections passed to the error callbacks, and continue', async () => {
      const { source, informer, lines } = world('a', 'b');
      const errors: HandlerError[] = [];
      const boom = new Error('boom');
      informer.on('error', (error: HandlerError) => void errors.push(error));
      informer.on('add', () => {
        throw boom;
      });
      informer.on('delete', () => Promise.reject(boom));
      informer.on('connect', () => {
        throw boom;
      });
      await informer.start();
      source.delete('a');
      source.delete('b');
      await advanceMinute();

      expect(errors.map(({ message }) => message)).toEqual([
        "the callback of 'connect' threw: boom",
        "the callback of 'add' threw for a: boom",
        "the callback of 'add' threw for b: boom",
        "the callback of 'delete' threw for a: boom",
        "the callback of 'delete' threw for b: boom",
      ]);
      expect(errors.every((error) => error instanceof HandlerError && error.cause === boom)).toBe(true);
      expect(lines).toHaveLength(4);
      await informer.stop();
    });

    it('should have their errors passed to RxJS without an error callback', async () => {
      listenForUnhandled();
      const { informer, lines } = world('a');
      informer.on('add', () => {
        throw new Error('boom');
      });

      await informer.start();
      await advanceMinute();

      expect(unhandled).toEqual([expect.objectContaining({ where: "the callback of 'add'", key: 'a' })]);
      expect(lines).toEqual(['add a@1']);
      await informer.stop();
    });

    it('should not be affected by an error callback that throws or rejects', async () => {
      listenForUnhandled();
      const source = scriptedListerWatcher<KubeObject>({
        list: [page('5', at('a'))],
        watch: [unstreamed, reset, NEVER],
      });
      const informer = clientNodeInformer(source);
      const errors: unknown[] = [];
      informer.on('error', () => {
        throw new Error('one');
      });
      informer.on('error', () => Promise.reject(new Error('other')));
      informer.on('error', (error) => void errors.push(error));

      await informer.start();
      await advanceMinute();

      expect(errors).toHaveLength(1);
      expect(unhandled.map(String)).toEqual(['Error: one', 'Error: other']);
      await informer.stop();
    });

    it('should not include an error callback that another one has removed', async () => {
      const source = scriptedListerWatcher<KubeObject>({
        list: [page('5', at('a'))],
        watch: [unstreamed, reset, NEVER],
      });
      const informer = clientNodeInformer(source);
      const calls: string[] = [];
      const second = (): void => void calls.push('second');
      informer.on('error', () => {
        calls.push('first');
        informer.off('error', second);
      });
      informer.on('error', second);

      await informer.start();
      await advanceMinute();

      expect(calls).toEqual(['first']);
      await informer.stop();
    });

    it('should not be reported if they reject after stop', async () => {
      listenForUnhandled();
      const { source, informer } = world();
      const errors: unknown[] = [];
      let fail = (): void => undefined;
      informer.on('error', (error) => void errors.push(error));
      informer.on('add', () => new Promise<void>((_, reject) => (fail = () => reject(new Error('late')))));
      await informer.start();
      source.add(at('a'));
      await advanceMinute();

      await informer.stop();
      fail();
      await advanceMinute();

      expect([errors, unhandled]).toEqual([[], []]);
    });

    it('should have their pending changes dropped when they are removed', async () => {
      const { source, informer, lines } = world();
      let calls = 0;
      const slow = async (): Promise<void> => {
        calls++;
        await Promise.resolve();
        informer.off('change', slow);
      };
      informer.on('change', slow);
      await informer.start();
      source.add(at('a'));
      source.modify(at('a'));
      source.delete('a');
      await advanceMinute();

      expect(calls).toBe(1);
      expect(lines).toEqual(['add a@2', 'update a@3', 'delete a@4']);
      await informer.stop();
    });

    it('should receive no delete or update of an object before its add, even if the add callback is slow', async () => {
      const { source, informer, lines } = world();
      const finish: (() => void)[] = [];
      informer.on('add', () => new Promise<void>((resolve) => finish.push(resolve)));
      await informer.start();
      for (const key of ['a', 'b', 'c']) source.add(at(key));
      source.modify(at('c'));
      source.delete('c');
      source.add(at('c', 'another'));
      source.delete('c');
      await advanceMinute();
      expect(lines).toEqual(['add a@2', 'add b@3', 'add c@4']);

      finish[2]?.();
      await advanceMinute();
      expect(lines.slice(3)).toEqual(['update c@5', 'delete c@6', 'add c@7']);
      finish[3]?.();
      await advanceMinute();
      expect(lines.slice(6)).toEqual(['delete c@8']);
      await informer.stop();
    });

    it('should be named `change` in their errors', async () => {
      const { informer } = world('a');
      const errors: HandlerError[] = [];
      informer.on('error', (error: HandlerError) => void errors.push(error));
      informer.on('change', () => {
        throw new Error('boom');
      });
      await informer.start();

      expect(errors.map(({ where }) => where)).toEqual(["the callback of 'change'"]);
      await informer.stop();
    });
  });
});
