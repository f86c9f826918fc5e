/** Room `informer`: where reflector, queue, store and delivery meet. */
export { informer } from './informer.ts';
export type { ChangesOptions, Informer, InformerOptions, InformerStatus } from './informer-types.ts';
export { waitForCacheSync } from './wait-for-cache-sync.ts';
export { lister, type Lister } from './lister.ts';
export { aborted } from './aborted.ts';
export { allSynced } from './all-synced.ts';
export { checkShardOnce } from './check-shard-once.ts';
export type { InformerSource } from './event-source.ts';
export { startUntil } from './start-until.ts';
