import { describe, expect, it } from '@jest/globals';
import { concat, ignoreElements, NEVER, type Observable, of, throwError, timer } from 'rxjs';
import { ConnectionError, HandlerError, KubeError, type KubeObject, StatusError } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';
import { at, world } from './informer-world.ts';
import { unhandledErrors } from '../support/unhandled-errors.ts';

virtualTime();

const refused = (code: number, message?: string): Observable<never> =>
  throwError(() => new StatusError({ code, ...(message !== undefined && { message }) }));
const noStreamedLists = refused(422);
const page = of({ items: [at('a')], resourceVersion: '5' });
const reset = throwError(() => new ConnectionError('reset', { answered: true }));
const boom = new Error('boom');

async function advanceMinutes(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await advanceMinute();
}

describe('makeInformer, errors', () => {
  const unhandled = unhandledErrors();

  describe('without an error callback', () => {
    it('should report a request that can never succeed once, not at each retry', async () => {
      const source = scriptedListerWatcher<KubeObject>({ list: [refused(400)], watch: [noStreamedLists] });
      const informer = clientNodeInformer(source);

      await informer.start();
      await advanceMinutes(5);

      expect(source.requests.filter(({ verb }) => verb === 'list').length).toBeGreaterThan(2);
      expect(unhandled).toEqual([expect.objectContaining({ code: 400, failure: 'fatal' })]);
      await informer.stop();
    });

    it('should report the next request that can never succeed when it fails with another message', async () => {
      const list = [refused(400, 'one'), refused(400, 'one'), refused(400, 'other')];
      const informer = clientNodeInformer(
        scriptedListerWatcher<KubeObject>({ list, watch: [noStreamedLists] }),
      );

      await informer.start();
      await advanceMinutes(5);

      expect(unhandled).toEqual([
        expect.objectContaining({ message: expect.stringContaining('one') as unknown }),
        expect.objectContaining({ message: expect.stringContaining('other') as unknown }),
      ]);
      await informer.stop();
    });

    it('should not report failures that a retry can fix', async () => {
      const list = [refused(500), refused(429), refused(401), refused(403), page];
      const source = scriptedListerWatcher<KubeObject>({ list, watch: [noStreamedLists, reset, NEVER] });
      const informer = clientNodeInformer(source);

      await informer.start();
      await advanceMinutes(10);

      expect(informer.list()).toHaveLength(1);
      expect(unhandled).toEqual([]);
      await informer.stop();
    });

    it('should report each error that a callback throws, also with the same message', async () => {
      const { informer } = world();
      informer.on('connect', () => {
        throw boom;
      });

      await informer.start();
      await informer.stop();
      await informer.start();
      await informer.stop();
      await advanceMinute();

      const thrown = expect.objectContaining({ where: "the callback of 'connect'", cause: boom }) as unknown;
      expect(unhandled).toEqual([thrown, thrown]);
    });

    it('should report a rejection of a connect callback', async () => {
      const { informer } = world();
      informer.on('connect', () => Promise.reject(boom));

      await informer.start();
      await advanceMinute();

      expect(unhandled).toEqual([expect.objectContaining({ cause: boom })]);
      await informer.stop();
    });

    it('should not report a call that rejects after stop', async () => {
      const { informer } = world('a');
      let fail = (): void => undefined;
      informer.on('add', () => new Promise<void>((_, reject) => (fail = () => reject(boom))));
      await informer.start();

      await informer.stop();
      fail();
      await advanceMinute();

      expect(unhandled).toEqual([]);
    });
  });

  describe('with an error callback', () => {
    it('should report nothing, neither a request that can never succeed nor an error of a callback', async () => {
      const source = scriptedListerWatcher<KubeObject>({ list: [refused(400)], watch: [noStreamedLists] });
      const informer = clientNodeInformer(source);
      const errors: unknown[] = [];
      informer.on('error', (error) => void errors.push(error));
      informer.on('connect', () => {
        throw boom;
      });

      await informer.start();
      await advanceMinute();

      expect(errors.slice(0, 2)).toEqual([expect.any(HandlerError), expect.any(StatusError)]);
      expect(unhandled).toEqual([]);
      await informer.stop();
    });

    it('should report again after the only error callback was removed', async () => {
      const source = scriptedListerWatcher<KubeObject>({ list: [refused(400)], watch: [noStreamedLists] });
      const informer = clientNodeInformer(source);
      const errors: unknown[] = [];
      const note = (error: unknown): void => void errors.push(error);
      informer.on('error', note);
      await informer.start();
      expect([errors.length, unhandled.length]).toEqual([1, 0]);

      informer.off('error', note);
      await advanceMinutes(2);

      expect([errors.length, unhandled.length]).toEqual([1, 1]);
      await informer.stop();
    });

    it('should pass the cause when a connect callback rejects', async () => {
      const { informer } = world();
      const errors: HandlerError[] = [];
      informer.on('error', (error: HandlerError) => void errors.push(error));
      informer.on('connect', () => Promise.reject(boom));

      await informer.start();
      await advanceMinute();

      expect(errors.map(({ message, cause }) => [message, cause])).toEqual([
        ["the callback of 'connect' threw: boom", boom],
      ]);
      await informer.stop();
    });

    it('should call it with each error, for any number of skipped objects', async () => {
      const errors: unknown[] = [];
      const informer = clientNodeInformer<KubeObject>({
        list: () => page,
        watch: (options, { onIncident } = {}) => {
          if (options?.sendInitialEvents === true) return noStreamedLists;
          for (let i = 0; i < 25; i++) onIncident?.(new KubeError('transient', `no name ${i}`));
          return concat(timer(1_000).pipe(ignoreElements()), reset);
        },
      });
      informer.on('error', (error) => void errors.push(error));

      await informer.start();
      await advanceMinute();
      await informer.stop();

      expect(errors.length).toBeGreaterThan(2);
      expect(errors.every((error) => error instanceof KubeError)).toBe(true);
    });
  });
});
