import { asyncScheduler } from 'rxjs';
import {
  aBoolean,
  aFunction,
  checkArgument,
  checkOptions,
  deletionHandlingKeyOf,
  isTombstone,
  type KubeObject,
  milliseconds,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import type { Indexer } from './indexer.ts';
import { Overlay } from './machine/overlay.ts';
import type { MutationCache, MutationCacheOptions } from './mutation-cache.ts';
import type { Store } from './store.ts';
import { reportUnhandled } from './unhandled.ts';

/**
 * client-go's `NewIntegerResourceVersionMutationCache`: what one has written, over a store that the watch has not brought
 * it to yet (B198, B199). It remembers the last hundred writes.
 *
 * Versions are compared as strings, by length, then lexically; those that cannot be compared are never newer. Time is
 * that of RxJS's clock.
 *
 * @param indexer - `undefined`: `byIndex` is an error
 * @param ttl - how long a write is remembered, in ms; default 5 minutes
 * @throws OptionsError for an argument that is none
 *
 * @example
 * ```ts
 * const indexer = newIndexer<Pod>();
 * const cache = newMutationCache(indexer, indexer, 300_000, { includeAdds: true });
 * cache.mutation(kubeObject<Pod>('shop/web')); // what the API server answered to a write
 * cache.getByKey('shop/web'); // that, until the watch brings it or something newer
 * ```
 */
export function newMutationCache<T extends KubeObject, Index extends string = never>(
  backing: Pick<Store<T>, 'getByKey'>,
  indexer: Pick<Indexer<T, Index>, 'getByKey' | 'getIndexers' | 'indexKeys'> | undefined,
  ttl: number = 5 * 60_000,
  options: MutationCacheOptions = {},
): MutationCache<T, Index> {
  checkArgument('newMutationCache: backing', backing, aStore);
  if (indexer !== undefined) checkArgument('newMutationCache: indexer', indexer, anIndexer);
  checkArgument('newMutationCache: ttl', ttl, milliseconds(0));
  checkOptions('newMutationCache', options, { includeAdds: aBoolean });
  const { includeAdds = false } = options;
  const overlay = new Overlay<T>(ttl, () => asyncScheduler.now());

  return {
    getByKey: (key) => {
      const stored = backing.getByKey(key);
      if (stored !== undefined) return overlay.newerOf(key, stored);
      return includeAdds ? overlay.find(key) : undefined;
    },
    byIndex: (index, value) => {
      if (indexer === undefined)
        throw new OptionsError('newMutationCache: indexer', undefined, 'given for byIndex');
      const keys = indexer.indexKeys(index, value);
      const objects = keys.flatMap((key) => {
        const stored = indexer.getByKey(key);
        return stored === undefined ? [] : [overlay.newerOf(key, stored)];
      });
      if (!includeAdds) return objects;

      const indexed = new Set(keys);
      const func = indexer.getIndexers()[index];
      for (const key of overlay.keys()) {
        const written = overlay.find(key); // of each, so that their order of use stays as it is
        if (written === undefined || indexed.has(key)) continue;
        try {
          if (func(written).includes(value)) objects.push(written);
        } catch (error) {
          reportUnhandled(error); // it belongs nowhere, the others are told
        }
      }
      return objects;
    },
    mutation: (object) => overlay.write(object),
    onAddOrUpdate: (object) => overlay.seen(object),
    onDelete: (object) =>
      overlay.ended(deletionHandlingKeyOf(object), isTombstone(object) ? object.object : object),
  };
}

const having = (names: readonly string[], allowed: string): Rule => ({
  allowed,
  test: (given) => names.every((name) => aFunction.test((given as Record<string, unknown> | null)?.[name])),
});
const aStore = having(['getByKey'], 'a store: { getByKey() }');
const anIndexer = having(['getByKey', 'getIndexers', 'indexKeys'], 'an indexer');
