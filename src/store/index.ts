/** Room `store`: frozen objects by key, their indices, and the changes that writing to it makes. */
export type { Cause, Change } from './change.ts';
export { compact } from './compact.ts';
export { byLabel, byNamespace, type Indexers, type IndexFunc } from './index-func.ts';
export { indexedStore } from './indexed-store.ts';
export { applyDeltas } from './machine/apply-deltas.ts';
export { added, deleted, updated } from './machine/change-records.ts';
export { ObjectCache } from './machine/object-cache.ts';
export { isSame, isSameContent } from './machine/is-same.ts';
export type { ReplaceRules } from './machine/prepare-replace.ts';
export { discard, upsert } from './machine/write-object.ts';
export { pauses } from './machine/pauses.ts';
export type { ValueIndex } from './machine/value-index.ts';
export { aStorage, type ObjectStorage } from './object-storage.ts';
export { resynced, withoutResyncs } from './resynced.ts';
export { addIndexersTo } from './store-reader.ts';
export type { IndexedStore, StoreOptions, StoreSubject } from './store-subject.ts';
