/**
 * Entry point `rx-informer/client-go`: the names and signatures of client-go's package `cache`, built on the stages of
 * `rx-informer`.
 *
 * @packageDocumentation
 */
export { processDeltas } from './delivery/process-deltas.ts';
export { type HandledChange, type SharedListener, sharedProcessor } from './delivery/shared-processor.ts';
export { dynamicSharedInformerFactory } from './factory/dynamic-shared-informer-factory.ts';
export type { FactoryOptions } from './factory/factory-options.ts';
export type { GenericInformer, InformerFactory, NewInformerFunc } from './factory/informer-factory.ts';
export {
  type MetadataInformerFactory,
  metadataSharedInformerFactory,
} from './factory/metadata-shared-informer-factory.ts';
export type { PartialObjectMetadata } from '../representations/index.ts';
export {
  type Kinds,
  sharedInformerFactory,
  type SharedInformerFactory,
} from './factory/shared-informer-factory.ts';
export type { ControllerConfig, Controller, ObjectType } from './informer/controller-types.ts';
export {
  type FilteringOptions,
  filteringResourceEventHandler,
} from './informer/filtering-resource-event-handler.ts';
export { genericLister } from './informer/generic-lister.ts';
export type { SharedInformerOptions } from './informer/informer-input.ts';
export { newController } from './informer/new-controller.ts';
export { newIndexerInformer, newInformer, type NewInformerOptions } from './informer/new-informer.ts';
export { sharedIndexInformer, sharedInformer } from './informer/shared-index-informer.ts';
export type {
  HandlerOptions,
  InformerController,
  ResourceEventHandlerRegistration,
  SharedIndexInformer,
  SharedInformer,
  WatchErrorHandler,
} from './informer/shared-informer-types.ts';
export { type ByKeyOptions, deltaFifoByKey } from './queue/delta-fifo-by-key.ts';
export type { AnyDeltas, KeyDelta, KeyDeltas, RealDelta, RealDeltas } from './queue/key-delta.ts';
export { FifoClosedError } from './queue/fifo-closed-error.ts';
export { type DeltaFIFO, type DeltaFIFOOptions, newDeltaFIFO } from './queue/new-delta-fifo.ts';
export { newRealFIFO, type RealFIFO, type RealFIFOOptions } from './queue/new-real-fifo.ts';
export { processLoop, type ProcessLoopOptions } from './queue/process-loop.ts';
export type { KnownObjects } from '../objects/index.ts';
export type { IndexFunc } from '../store/index.ts';
export type { PopProcessFunc, Queue, QueueOperator, QueueOptions } from './queue/queue.ts';
export { RequeueError } from './queue/requeue-error.ts';
export type { Indexer, IndexQueries } from './store/indexer.ts';
export type { MutationCache, MutationCacheOptions } from './store/mutation-cache.ts';
export { newIndexer, newStore } from './store/new-indexer.ts';
export { newMutationCache } from './store/new-mutation-cache.ts';
export { newThreadSafeStore } from './store/new-thread-safe-store.ts';
export { newTTLStore } from './store/new-ttl-store.ts';
export type { DeltaStore, KeyFunc, Store, ImperativeStoreOptions } from './store/store.ts';
export type { ThreadSafeStore } from './store/thread-safe-store.ts';
export { type ThreadSafeStoreTransaction, type Transaction, TransactionError } from './store/transaction.ts';
export { type DeletedFinalStateUnknown, deletionHandlingKeyOf } from './tombstone.ts';
