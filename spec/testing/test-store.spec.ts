import { describe, expect, it } from '@jest/globals';
import { byLabel, type KubeObject, OptionsError } from 'rx-informer';
import { nextVersion, pod, recreated, testStore } from 'rx-informer/testing';
import { config, lastValueFrom, map, mergeAll, take, timer } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const a = pod('a', { labels: { app: 'web' } });
const b = pod('b');
const received = map(
  ({ type, key, cause }: { type: string; key: string; cause: string }) => `${type} ${key} ${cause}`,
);

describe('testStore', () => {
  it('should emit its changes like the store of an informer', () => {
    marbles().run(({ expectObservable }) => {
      const store = testStore([a]);
      timer(1).subscribe(() => store.add(b));
      timer(2).subscribe(() => store.update(nextVersion(a, { metadata: { labels: { app: 'db' } } })));
      timer(3).subscribe(() => store.delete('default/b'));
      timer(4).subscribe(() => store.complete());

      expectObservable(store.batches$.pipe(mergeAll(), received)).toBe('rbud|', {
        r: 'added default/a replay',
        b: 'added default/b watch',
        u: 'updated default/a watch',
        d: 'deleted default/b watch',
      });
    });
  });

  it('should emit another uid as another object, and objects that a list lacks as deleted', () => {
    const store = testStore([a, b]);
    const changes: unknown[] = [];
    store.batches$.pipe(mergeAll()).subscribe((change) => {
      changes.push([change.type, change.key, 'finalStateKnown' in change ? change.finalStateKnown : '']);
    });
    changes.length = 0;
    store.update(recreated(a));
    store.replace([recreated(a)]);

    expect(changes).toEqual([
      ['deleted', 'default/a', false],
      ['added', 'default/a', ''],
      ['deleted', 'default/b', false],
    ]);
  });

  it('should read and index like a store, and freeze its objects', () => {
    const store = testStore<KubeObject, 'app'>(undefined, { indexers: { app: byLabel('app') } });
    expect([store.hasSynced, store.size, store.resourceVersion]).toEqual([false, 0, '']);

    const mine = { ...a };
    store.add(mine);
    store.replace([mine, nextVersion(b)]);

    expect(store.byIndex('app', 'web')).toEqual([a]);
    expect([store.hasSynced, store.size, store.resourceVersion]).toEqual([true, 2, '2']);
    expect(store.get('default/a')).toBe(mine);
    expect(Object.isFrozen(mine)).toBe(true);
  });

  it('should fail with an error', () => {
    marbles().run(({ expectObservable }) => {
      const store = testStore([a]);
      const error = new Error('over');
      timer(2).subscribe(() => store.error(error));

      expectObservable(
        store.batches$.pipe(
          mergeAll(),
          map(({ key }) => key),
        ),
      ).toBe('k-#', { k: 'default/a' }, error);
      expectObservable(store.batches$, '^!').toBe('k', {
        k: [expect.objectContaining({ key: 'default/a' })],
      });
    });
  });

  it('should not report an error that occurs before a subscription', async () => {
    const unhandled: unknown[] = [];
    config.onUnhandledError = (error) => void unhandled.push(error);
    const store = testStore([a]);
    store.batches$.pipe(take(1)).subscribe(() => store.error(new Error('over')));
    testStore([a]).error(new Error('over'));
    await lastValueFrom(timer(5));
    config.onUnhandledError = null;

    expect(unhandled).toEqual([]);
  });

  it('should refuse invalid arguments', () => {
    const store = testStore([a]);

    expect(() => store.add(a)).toThrow('does not exist yet');
    expect(() => store.update(a)).toThrow('later than 1');
    expect(() => store.update(b)).toThrow(OptionsError);
    expect(() => store.delete('default/b')).toThrow(OptionsError);
    expect(() => store.delete('default/a', b)).toThrow(OptionsError);
    expect(() => store.replace([{}] as never)).toThrow(OptionsError);
    expect(() => testStore({} as never)).toThrow(OptionsError);
    expect(() => testStore([], { nonsense: 1 } as never)).toThrow(OptionsError);
  });
});
