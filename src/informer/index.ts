/** Room `informer`: where reflector, queue, store and delivery meet. */
export { informer } from './informer.ts';
export type { ChangesOptions, Informer, InformerOptions, InformerStatus } from './informer-types.ts';
export { genericLister, lister, type Lister } from './lister.ts';
export { waitForCacheSync } from './wait-for-cache-sync.ts';
