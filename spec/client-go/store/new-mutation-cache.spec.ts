import { describe, expect, it, jest } from '@jest/globals';
import { config, NEVER, timer } from 'rxjs';
import { byLabel, informer, keyOf, type KubeObject, OptionsError } from 'rx-informer';
import { type Indexer, type MutationCache, newIndexer, newMutationCache } from 'rx-informer/client-go';
import {
  emissionsOf,
  kubeObject,
  marbleScheduler,
  virtualCluster,
  type VirtualCollection,
} from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';
import { textOf, thing } from '../../support/things.ts';

interface SetUp {
  readonly store: Indexer<KubeObject, 'color'>;
  readonly cache: MutationCache<KubeObject, 'color'>;
  readonly get: (key: string) => string | undefined;
}

function setUp(includeAdds: boolean, ...stored: readonly string[]): SetUp {
  const store = newIndexer<KubeObject, 'color'>(keyOf, { color: byLabel('color') });
  for (const text of stored) store.add(thing(text));
  const cache = newMutationCache<KubeObject, 'color'>(store, store, 100, { includeAdds });
  const get = (key: string): string | undefined => {
    const found = cache.getByKey(key);
    return found && textOf(found);
  };
  return { store, cache, get };
}

describe('newMutationCache', () => {
  it.each([
    ['a@3', 'a@3'],
    ['a@1', 'a@2'],
    ['a@2#other', 'a@2'],
    ['a@10', 'a@10'],
  ])('should return the newer of the two: written %s, found %s (B198)', (written, found) => {
    const { cache, get } = setUp(false, 'a@2');
    cache.mutation(thing(written));

    expect(get('a')).toBe(found);
  });

  it('should remove a write that is older than the stored object', () => {
    const { store, cache, get } = setUp(true, 'a@2');
    cache.mutation(thing('a@3'));
    store.update(thing('a@4'));
    expect(get('a')).toBe('a@4');
    store.delete(thing('a@5'));

    expect(get('a')).toBeUndefined();
  });

  it('should not let an older answer replace a newer one', () => {
    const { cache, get } = setUp(false, 'a@1');
    cache.mutation(thing('a@9'));
    cache.mutation(thing('a@5'));

    expect(get('a')).toBe('a@9');
  });

  it.each([
    [false, undefined],
    [true, 'n@3'],
  ])(
    'should return a write of an object that the store lacks only with includeAdds: %p',
    (includeAdds, found) => {
      const { cache, get } = setUp(includeAdds);
      cache.mutation(thing('n@3'));

      expect(get('n')).toBe(found);
    },
  );

  it.each([
    [false, ['a@5#u:red', 'b@1#u:red']],
    [true, ['a@5#u:red', 'b@1#u:red', 'n@4#u:red']],
  ])('should return the newer objects by index, includeAdds: %p', (includeAdds, found) => {
    const { cache } = setUp(includeAdds, 'a@1#u:red', 'b@1#u:red', 'c@1#u:blue');
    for (const text of ['a@5#u:red', 'n@4#u:red', 'm@4#u:blue']) cache.mutation(thing(text));

    expect(cache.byIndex('color', 'red').map(textOf)).toEqual(found);
  });

  it('should refuse byIndex without an indexer', () => {
    const { store } = setUp(false);
    const cache = newMutationCache<KubeObject, 'color'>(store, undefined, 100);

    expect(() => cache.byIndex('color', 'red')).toThrow(OptionsError);
  });

  it.each([
    ['a@5', 'a@3'],
    ['a@6', 'a@3'],
    ['a@4', 'a@5'],
  ])('should remove an equal or older write when the watch brings %s: found %s (B198)', (seen, found) => {
    const { cache, get } = setUp(false, 'a@3');
    cache.mutation(thing('a@5'));
    cache.onAddOrUpdate(thing(seen));

    expect(get('a')).toBe(found);
  });

  it.each([
    ['the delete of the same object', thing('a@4#u1'), undefined],
    [
      'a tombstone of it with an older version',
      { key: 'a', object: thing('a@1#u1'), finalStateKnown: false },
      undefined,
    ],
    ['the later delete of another object', thing('a@9#u2'), undefined],
    ['the earlier delete of another object', thing('a@4#u2'), 'a@5#u1'],
    ['a tombstone without an object', { key: 'a', object: undefined, finalStateKnown: false }, undefined],
  ] as const)('should be updated by %s (B199)', (_what, given, found) => {
    const { cache, get } = setUp(true);
    cache.mutation(thing('a@5#u1'));
    cache.onDelete(given);

    expect(get('a')).toBe(found);
  });

  it.each([
    ['a@8#u1', undefined],
    ['a@5#u2', undefined],
    ['a@8#u2', 'a@8#u2'],
  ])(
    'should ignore a late write of a deleted object, and accept one of a new object: %s (B199)',
    (late, found) => {
      const { cache, get } = setUp(true);
      cache.onDelete(thing('a@6#u1'));
      cache.mutation(thing(late));

      expect(get('a')).toBe(found);
    },
  );

  it('should keep a write until its ttl is over, by the clock of RxJS', () => {
    const recorded: (string | undefined)[] = [];
    marbles().run(() => {
      const { cache, get } = setUp(true);
      cache.mutation(thing('a@1'));
      for (const moment of [100, 101]) timer(moment).subscribe(() => recorded.push(get('a')));
    });

    expect(recorded).toEqual(['a@1', undefined]);
  });

  it('should keep the last hundred writes', () => {
    const { cache, get } = setUp(true);
    for (let at = 0; at < 101; at += 1) {
      cache.mutation(thing(`a${at}@1`));
      get('a0'); // a read counts as a use of the entry
    }

    expect([get('a0'), get('a1'), get('a2')]).toEqual(['a0@1', undefined, 'a2@1']);
  });

  it('should report an index function that throws for a write, and return the other objects', async () => {
    const unhandled = jest.fn();
    config.onUnhandledError = unhandled;
    const { store } = setUp(true, 'a@1#u:red');
    const color = ({ metadata }: KubeObject): readonly string[] => {
      if (metadata.name === 'bad') throw new Error('broken');
      return ['red'];
    };
    const indexer = { ...store, getIndexers: () => ({ color }) };
    const cache = newMutationCache<KubeObject, 'color'>(store, indexer, 100, { includeAdds: true });
    for (const text of ['bad@1', 'n@1']) cache.mutation(thing(text));

    expect(cache.byIndex('color', 'red').map(textOf)).toEqual(['a@1#u:red', 'n@1']);
    await new Promise((resolve) => setTimeout(resolve));
    config.onUnhandledError = null;
    expect(unhandled).toHaveBeenCalledWith(new Error('broken'));
  });

  it('should remove the least recently read write: byIndex reads all, the oldest first', () => {
    const { cache, get } = setUp(true, 'stored@1#u:red');
    cache.mutation(thing('stored@2#u:red'));
    for (let at = 0; at < 99; at += 1) cache.mutation(thing(`a${at}@5`));
    cache.byIndex('color', 'red');
    cache.mutation(thing('another@5'));

    expect([get('stored'), get('a0'), get('a1')]).toEqual(['stored@2#u:red', undefined, 'a1@5']);
  });

  it.each([
    [[{}, undefined]],
    [[setUp(false).store, {}]],
    [[setUp(false).store, undefined, -1]],
    [[setUp(false).store, undefined, 1, { includeAdds: 1 }]],
  ])('should refuse an invalid argument %#', (given) => {
    expect(() => newMutationCache(...(given as unknown as Parameters<typeof newMutationCache>))).toThrow(
      OptionsError,
    );
  });

  describe('with the store of an informer', () => {
    it.each([
      ['a write', false, (pods: VirtualCollection<KubeObject>) => pods.patch('shop/web', blue)],
      ['a create, with includeAdds', true, (pods: VirtualCollection<KubeObject>) => pods.create(created)],
    ])('should return %s until the informer has caught up', (_what, includeAdds, write) => {
      const scheduler = marbleScheduler();
      scheduler.run(({ flush }) => {
        const cluster = virtualCluster({ lag: 100 });
        const things = cluster.collection('things.example.com');
        things.put(kubeObject('shop/web', { metadata: { labels: { color: 'red' } } }));
        const live = informer<KubeObject, 'color'>(things.listerWatcher(), {
          indexers: { color: byLabel('color') },
        });
        const cache = newMutationCache(live.store, live.store, 300_000, { includeAdds });
        emissionsOf(live.changes(), '^ 1s !');
        const [stored, seen]: unknown[][] = [[], []];
        const look = (): void => {
          stored?.push(live.store.byIndex('color', 'blue').length);
          const isBlue = ['shop/web', 'shop/new'].some(
            (key) => cache.getByKey(key)?.metadata.labels?.['color'] === 'blue',
          );
          seen?.push(isBlue);
        };
        scheduler.schedule(() => {
          write(things).subscribe((answer) => cache.mutation(answer));
          look();
          if (includeAdds) expect(cache.byIndex('color', 'blue')).toHaveLength(1);
        }, 200);
        scheduler.schedule(look, 350);
        flush();

        expect([stored, seen]).toEqual([
          [0, 1],
          [true, true],
        ]);
        expect(cache.getByKey('shop/web')).toBe(live.store.get('shop/web'));
      });
    });

    it('should name the allowed values in an error', () => {
      expect(() => newMutationCache({} as never, undefined)).toThrow(
        "newMutationCache: backing must be a store: an informer's `store`, or one of `newStore` or `newIndexer`, not an object",
      );
      expect(() => newMutationCache(newIndexer(), { get: () => undefined } as never)).toThrow(
        "newMutationCache: indexer must be a store with indices: an informer's `store`, or one of `newIndexer`, not an object",
      );
    });

    it('should have the type of the indexes of each store', () => {
      const live = informer<KubeObject, 'color'>(NEVER, { indexers: { color: byLabel('color') } });
      const cache: MutationCache<KubeObject, 'color'> = newMutationCache(live.store, live.store);

      expect(cache.byIndex('color', 'blue')).toEqual([]);
      // @ts-expect-error: no index of that name
      expect(() => cache.byIndex('colour', 'blue')).toThrow(OptionsError);
    });
  });
});

const blue = { metadata: { labels: { color: 'blue' } } };
const created = { metadata: { name: 'new', namespace: 'shop', ...blue.metadata } };
