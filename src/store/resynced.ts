import { keyOf, type KubeObject } from '../objects/index.ts';
import type { Change } from './change.ts';
import { updated } from './machine/change-records.ts';
import type { IndexedStore } from './store-subject.ts';

/** Each object of a store once more, `updated` with `cause: 'resync'`. */
export function resynced<T extends KubeObject>(
  store: Pick<IndexedStore<T>, 'list' | 'resynced'>,
): readonly Change<T>[] {
  if (store.resynced !== undefined) return store.resynced();
  return Object.freeze(store.list().map((object) => updated(keyOf(object), object, object, 'resync')));
}

/** The changes of a batch that are no resync; the batch itself if it holds none. */
export function withoutResyncs<T>(batch: readonly Change<T>[]): readonly Change<T>[] {
  return batch.some(isResync) ? batch.filter((change) => !isResync(change)) : batch;
}

const isResync = ({ cause }: Change<unknown>): boolean => cause === 'resync';
