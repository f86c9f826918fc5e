import { describe, expect, it } from '@jest/globals';
import { KeyRouter } from '../../../src/store/machine/key-router.ts';
import { countedBatch } from '../../support/counted-batch.ts';
import { change } from '../../support/things.ts';

/** Returns a router with one listener for each key, and a function that returns the notified keys of a batch. */
function routerOf(...keys: readonly string[]): {
  readonly router: KeyRouter;
  readonly notified: (...lines: readonly string[]) => readonly string[];
} {
  const router = new KeyRouter();
  let received: string[] = [];
  for (const key of keys) router.add(key, () => received.push(key));
  return {
    router,
    notified: (...lines) => {
      received = [];
      for (const listener of router.listenersOf(lines.map(change))) listener();
      return received;
    },
  };
}

describe('KeyRouter', () => {
  it('should find only the listeners of the changed keys', () => {
    const { notified } = routerOf('a', 'b', 'c', 'b');

    expect(notified('updated b@1 b@2 watch', 'added d@3 watch')).toEqual(['b', 'b']);
    expect(notified('deleted c@3 watch', 'added a@4 watch')).toEqual(['c', 'a']);
    expect(notified('added d@3 watch')).toEqual([]);
  });

  it('should find a listener once for several changes of its key in one batch (G6)', () => {
    expect(routerOf('a').notified('deleted a@1 unknown watch', 'added a@2#2 watch')).toEqual(['a']);
  });

  it('should skip the changes of a resync', () => {
    expect(routerOf('a', 'b').notified('updated a@1 a@1 resync', 'updated b@1 b@2 watch')).toEqual(['b']);
  });

  it('should not find a removed listener, nor a listener that is added during the notification', () => {
    const router = new KeyRouter();
    const received: string[] = [];
    const removed = (): number => received.push('removed');
    router.add('a', removed);
    router.add('a', () => {
      received.push('first');
      router.add('b', () => received.push('added'));
    });
    router.remove('a', removed);
    router.remove('a', removed);
    router.remove('b', removed);

    for (const listener of router.listenersOf([change('added a@1 watch'), change('added b@2 watch')]))
      listener();
    expect(received).toEqual(['first']);
  });

  it('should read each change once for any number of listeners (PF19)', () => {
    const batchOf = (): ReturnType<typeof countedBatch> => countedBatch([change('updated k7@1 k7@2 watch')]);
    const [one, thousand, none] = [batchOf(), batchOf(), batchOf()];

    routerOf('k7').router.listenersOf(one.batch);
    routerOf(...Array.from({ length: 1_000 }, (_, at) => `k${at}`)).router.listenersOf(thousand.batch);
    routerOf().router.listenersOf(none.batch);

    expect([one.reads(), thousand.reads(), none.reads()]).toEqual([1, 1, 0]);
  });
});
