/** Room `informer`: where reflector, queue, store and delivery meet. */
export { informer } from './informer.ts';
export type { ChangesOptions, Informer, InformerOptions, InformerStatus } from './informer-types.ts';
export { waitForCacheSync } from './wait-for-cache-sync.ts';
