/** Room `store`: frozen objects by key, their indices, and the changes that writing to it makes. */
export { aStorage } from './a-storage.ts';
export type { Cause, Change } from './change.ts';
export { compact } from './compact.ts';
export { byLabel, byNamespace, type Indexers, type IndexFunc } from './index-func.ts';
export { createStore, indexedStore } from './indexed-store.ts';
export { gathering, readsAnew, resynced } from './lazily.ts';
export { type AnyDeltas, apply } from './machine/apply.ts';
export { added, deleted, updated } from './machine/change-records.ts';
export { Content } from './machine/content.ts';
export { pauses } from './machine/pauses.ts';
export type { ValueIndex } from './machine/value-index.ts';
export { addIndexersTo } from './store-reader.ts';
export type { IndexedStore, ObjectStorage, StoreOptions, StoreSubject } from './store-subject.ts';
export { withoutResyncs } from './without-resyncs.ts';
