/** The folder `informer` combines the reflector, the queue, the store and the delivery into an informer. */
export { informer } from './informer.ts';
export { informerOf } from './informer-of.ts';
export { informerStatus } from './informer-lifecycle.ts';
export type {
  ChangesOptions,
  Informer,
  NamedInput,
  InformerOptions,
  InformerState,
  InformerStatus,
  TimedError,
} from './informer-types.ts';
export {
  allSynced,
  currentStatus,
  describeStatus,
  errorOf,
  waitForCacheSync,
} from './wait-for-cache-sync.ts';
export { lister, type Lister } from './lister.ts';
export { aborted, startUntil } from './start-until.ts';
export type { InformerSource } from './reflector-events.ts';
