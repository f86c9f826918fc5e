/**
 * The folder `store` contains the store of an informer: frozen objects by key, their indexes, and the changes
 * that each write makes.
 */
export {
  added,
  type Cause,
  type Change,
  deleted,
  identityOf,
  inClusterOf,
  splitIdentity,
  updated,
} from './change.ts';
export { compact } from './compact.ts';
export { byLabel, byNamespace, type Indexers, type IndexFunc } from './index-func.ts';
export { indexedStore } from './indexed-store.ts';
export { applyDeltas, discard, upsert } from './machine/apply-deltas.ts';
export { type KubeObjectCache, kubeObjectCache, ObjectCache } from './machine/object-cache.ts';
export { clusteredCodec } from './machine/object-codec.ts';
export { isEqualJson, isSameContent, isSameVersion } from './machine/same-version.ts';
export { createPauseCheck, type ReplaceRules } from './machine/prepare-replace.ts';
export { ValueIndex } from './machine/indices.ts';
export { type StoreCore, storeCore } from './store-core.ts';
export {
  aStorage,
  type IndexedStore,
  type ObjectStorage,
  type StoreOptions,
  type StoreSubject,
} from './store-subject.ts';
export { addIndexersTo, type ResyncableStore, resynced, withoutResyncs } from './store-reader.ts';
