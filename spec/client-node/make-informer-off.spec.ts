import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { NEVER, of, throwError } from 'rxjs';
import { ConnectionError, type KubeObject, StatusError } from 'rx-informer';
import { fakeControllerSource, scriptedListerWatcher } from 'rx-informer/testing';
import { clientNodeInformer } from '../../src/client-node/client-node-informer.ts';
import { garbageCollector } from '../support/garbage-collector.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';
import { at, world } from './informer-world.ts';

const verbs = ['add', 'update', 'delete', 'change'] as const;

/** Returns an informer whose first watch fails. The informer then calls its error callbacks once. */
function broken() {
  const source = scriptedListerWatcher<KubeObject>({
    list: [of({ items: [at('a')], resourceVersion: '5' })],
    watch: [
      throwError(() => new StatusError({ code: 422 })),
      throwError(() => new ConnectionError('reset', { answered: true })),
      NEVER,
    ],
  });
  return clientNodeInformer(source);
}

/** Returns two callbacks. Each callback records its own name. */
function twoCallbacks() {
  const calls: string[] = [];
  return { calls, one: () => void calls.push('one'), other: () => void calls.push('other') };
}

describe('makeInformer, off', () => {
  describe('in virtual time', () => {
    virtualTime();

    it.each([
      ['one', ['other']],
      ['other', ['one']],
    ] as const)('should remove %s of two error callbacks', async (name, left) => {
      const informer = broken();
      const { calls, ...callbacks } = twoCallbacks();
      informer.on('error', callbacks.one);
      informer.on('error', callbacks.other);

      informer.off('error', callbacks[name]);
      await informer.start();
      await advanceMinute();

      expect(calls).toEqual(left);
      await informer.stop();
    });

    it.each([
      ['one', ['other']],
      ['other', ['one']],
    ] as const)('should remove %s of two connect callbacks', async (name, left) => {
      const { informer } = world();
      const { calls, ...callbacks } = twoCallbacks();
      informer.on('connect', callbacks.one);
      informer.on('connect', callbacks.other);

      informer.off('connect', callbacks[name]);
      await informer.start();

      expect(calls).toEqual(left);
      await informer.stop();
    });

    it('should undo one registration of a callback that is registered twice', async () => {
      const { informer } = world();
      const { calls, one } = twoCallbacks();
      informer.on('connect', one);
      informer.on('connect', one);

      informer.off('connect', one);
      await informer.start();

      expect(calls).toEqual(['one']);
      await informer.stop();
    });

    it('should keep all callbacks when the given callback is not registered for the verb', async () => {
      const informer = broken();
      const calls: string[] = [];
      const callbacks = [...verbs, 'error' as const, 'connect' as const].map(
        (verb) => [verb, () => void calls.push(verb)] as const,
      );
      for (const [verb, callback] of callbacks) informer.on(verb as 'add', callback);

      for (const [verb, callback] of callbacks) {
        for (const other of ['error', 'connect'] as const) if (other !== verb) informer.off(other, callback);
        informer.off(verb as 'add', () => undefined);
        informer.off(verb as 'add', undefined as never);
      }
      await informer.start();
      await advanceMinute();

      expect(calls.sort()).toEqual(['add', 'change', 'connect', 'connect', 'error']);
      await informer.stop();
    });

    it.each(verbs)('should remove callbacks of %s one after the other', async (verb) => {
      const source = fakeControllerSource<KubeObject>();
      const informer = clientNodeInformer(source);
      const { calls, one, other } = twoCallbacks();
      const write = async (): Promise<string[]> => {
        source.add(at('a'));
        source.modify(at('a'));
        source.delete('a');
        await advanceMinute();
        return [...new Set(calls.splice(0))];
      };
      informer.on(verb, one);
      informer.on(verb, other);
      await informer.start();
      expect(await write()).toEqual(['one', 'other']);

      informer.off(verb, one);
      expect(await write()).toEqual(['other']);
      informer.off(verb, other);
      expect(await write()).toEqual([]);
      informer.on(verb, one);
      expect(await write()).toEqual(['one']);
      await informer.stop();
    });

    it.each(['add', 'change'] as const)(
      'should let the other callbacks continue when a pending callback of %s is removed with off',
      async (verb) => {
        const { source, informer, lines } = world('a');
        const slow = jest.fn(() => new Promise<void>(() => undefined));
        informer.on(verb, slow);
        await informer.start();
        source.modify(at('a'));
        await advanceMinute();
        expect(lines).toEqual(['add a@1']);

        informer.off(verb, slow);
        await advanceMinute();

        expect(lines).toEqual(['add a@1', 'update a@2']);
        expect(slow).toHaveBeenCalledTimes(1);
        await informer.stop();
      },
    );

    it('should wait for a change callback as long as one of its verbs is registered', async () => {
      const { source, informer, lines } = world('a');
      let finish = (): void => undefined;
      const slow = (): Promise<void> => new Promise((resolve) => (finish = resolve));
      informer.on('change', slow);
      await informer.start();
      source.modify(at('a'));

      informer.off('add', slow);
      informer.off('update', slow);
      await advanceMinute();
      expect(lines).toEqual(['add a@1']);

      finish();
      await advanceMinute();
      expect(lines).toEqual(['add a@1', 'update a@2']);
      await informer.stop();
    });

    it('should call no further connect callback after one that stops the informer', async () => {
      const { informer } = world();
      const { calls, one, other } = twoCallbacks();
      informer.on('connect', one);
      informer.on('connect', () => void informer.stop());
      informer.on('connect', other);

      await informer.start();
      await advanceMinute();

      expect(calls).toEqual(['one']);
    });
  });

  describe('memory', () => {
    const held: unknown[] = [];
    afterEach(() => void held.splice(0));

    it.each([...verbs, 'error', 'connect'] as const)('should keep no callback of %s', async (verb) => {
      const { informer } = world();
      held.push(informer);
      const callback = registeredAndTakenOff((one) => {
        informer.on(verb as 'add', one);
        informer.off(verb as 'add', one);
      });

      await new Promise((resolve) => setImmediate(resolve)); // the WeakRef keeps its object until the end of the task
      garbageCollector()();

      expect(callback.deref()).toBeUndefined();
    });
  });
});

/**
 * Registers a callback and removes it. This code is a separate function, so that no variable of the spec keeps the
 * callback alive.
 */
function registeredAndTakenOff(use: (callback: () => void) => void): WeakRef<() => void> {
  const callback = (): void => undefined;
  use(callback);
  return new WeakRef(callback);
}
