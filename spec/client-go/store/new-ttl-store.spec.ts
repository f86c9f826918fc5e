import { describe, expect, it } from '@jest/globals';
import { timer } from 'rxjs';
import { keyOf, type KubeObject, OptionsError } from 'rx-informer';
import { newTTLStore, type Store } from 'rx-informer/client-go';
import { marbles } from '../../support/marbles.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { textOf, thing } from '../../support/things.ts';

const setClock = movableClock();

/** Calls `act` at each of the given times, in ms of virtual time. Returns the results. */
function at<R>(
  moments: readonly number[],
  act: (store: Store<KubeObject>, moment: number) => R,
  ttl = 10,
): readonly R[] {
  const recorded: R[] = [];
  marbles().run(() => {
    const store = newTTLStore<KubeObject>(keyOf, ttl);
    store.add(thing('a@1'));
    for (const moment of moments) timer(moment).subscribe(() => recorded.push(act(store, moment)));
  });
  return recorded;
}

describe('newTTLStore', () => {
  it('should return an object until exactly the end of its ttl (B196)', () => {
    expect(at([9, 10, 11], (store) => store.get(thing('a@9')) !== undefined)).toEqual([true, true, false]);
    expect(at([10, 11], (store) => store.get('a') !== undefined)).toEqual([true, false]);
    expect(at([10, 11], (store) => store.getByKey('a') !== undefined)).toEqual([true, false]);
  });

  it('should not list expired objects, and remove them (B196)', () => {
    const recorded = at([5, 11, 16], (store, moment) => {
      if (moment === 5) store.add(thing('b@2'));
      return [store.list().map(textOf), store.listKeys()];
    });

    expect(recorded).toEqual([
      [
        ['a@1', 'b@2'],
        ['a', 'b'],
      ],
      [['b@2'], ['b']],
      [[], []],
    ]);
  });

  it('should return all keys until the next read (B197)', () => {
    expect(at([11, 12], (store) => [store.listKeys(), store.getByKey('a'), store.listKeys()])).toEqual([
      [['a'], undefined, []],
      [[], undefined, []],
    ]);
  });

  it.each(['add', 'update'] as const)('should restart the ttl after %s (B196)', (write) => {
    const recorded = at([8, 18, 19], (store, moment) => {
      if (moment === 8) store[write](thing('a@2'));
      return store.getByKey('a')?.metadata.resourceVersion;
    });

    expect(recorded).toEqual(['2', '2', undefined]);
  });

  it('should keep a list until the end of its ttl', () => {
    const recorded = at([8, 18, 19], (store, moment) => {
      if (moment === 8) store.replace([thing('b@2')], '3');
      return [store.list().map(textOf), store.lastStoreSyncResourceVersion()];
    });

    expect(recorded).toEqual([
      [['b@2'], '3'],
      [['b@2'], '3'],
      [[], '3'],
    ]);
  });

  it('should delete objects, also by tombstones', () => {
    const recorded = at([1, 2], (store, moment) => {
      store.add(thing('b@2'));
      if (moment === 1) store.delete(thing('a@1'));
      else store.delete({ key: 'b', object: undefined, finalStateKnown: false });
      return store.list().map(textOf);
    });

    expect(recorded).toEqual([['b@2'], []]);
  });

  it.each([0, -1])('should never expire an object with a ttl of %d (B196)', (ttl) => {
    expect(at([1_000_000], (store) => store.getByKey('a') !== undefined, ttl)).toEqual([true]);
  });

  it.each([
    [keyOf, NaN],
    [keyOf, '1s'],
    ['name', 1],
  ])('should refuse %p, %p', (keyFunc, ttl) => {
    expect(() => newTTLStore(keyFunc as never, ttl as never)).toThrow(OptionsError);
  });

  it('should expire an object after a clock was set back', () => {
    const found = at([5, 6], (store, moment) => {
      if (moment === 6) setClock(-3_600_000);
      return store.getByKey('a') !== undefined;
    });

    expect(found).toEqual([true, false]);
  });
});
