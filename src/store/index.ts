/** Room `store`: frozen objects by key, their indices, and the changes that writing to it makes. */
export type { Cause, Change } from './change.ts';
export { byLabel, byNamespace, type Indexers, type IndexFunc } from './index-func.ts';
export { indexedStore } from './indexed-store.ts';
export { added, deleted, updated } from './machine/change-records.ts';
export type { SliceClock } from './machine/slice-clock.ts';
export { eventLoop$, sliceClock } from './slices.ts';
export type { IndexedStore, StoreOptions, StoreSubject } from './store-subject.ts';
export { reportUnhandled, safely } from './unhandled.ts';
