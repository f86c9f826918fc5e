/** Room `store`: frozen objects by key, their indices, and the changes that writing to it makes. */
export type { Cause, Change } from './change.ts';
export { byLabel, byNamespace, type Indexers, type IndexFunc } from './index-func.ts';
export { indexedStore } from './indexed-store.ts';
export type { Indexer, IndexQueries } from './indexer.ts';
export type { AnyDeltas } from './machine/apply.ts';
export { added, deleted, updated } from './machine/change-records.ts';
export type { SliceClock } from './machine/slice-clock.ts';
export type { MutationCache, MutationCacheOptions } from './mutation-cache.ts';
export { newIndexer, newStore } from './new-indexer.ts';
export { newMutationCache } from './new-mutation-cache.ts';
export { newThreadSafeStore } from './new-thread-safe-store.ts';
export { newTTLStore } from './new-ttl-store.ts';
export { eventLoop$, sliceClock } from './slices.ts';
export type { DeltaStore, KeyFunc, Store, StoreFaceOptions } from './store.ts';
export type { IndexedStore, StoreOptions, StoreSubject } from './store-subject.ts';
export type { ThreadSafeStore } from './thread-safe-store.ts';
export { type ThreadSafeStoreTransaction, type Transaction, TransactionError } from './transaction.ts';
export { reportUnhandled, safely } from './unhandled.ts';
