/** Room `informer`: where reflector, queue, store and delivery meet. */
export type { Config, Controller, ObjectType, QueueOperator } from './controller-types.ts';
export { filteringResourceEventHandler, type FilteringOptions } from './filtering-resource-event-handler.ts';
export { informer } from './informer.ts';
export type { ChangesOptions, Informer, InformerOptions, InformerStatus } from './informer-types.ts';
export { waitForCacheSync } from './wait-for-cache-sync.ts';
export { sharedIndexInformer, sharedInformer } from './shared-index-informer.ts';
export type { SharedInformerOptions } from './informer-input.ts';
export type {
  HandlerOptions,
  InformerController,
  ResourceEventHandlerRegistration,
  SharedIndexInformer,
  SharedInformer,
  WatchErrorHandler,
} from './shared-informer-types.ts';
export { newController } from './new-controller.ts';
export { newIndexerInformer, newInformer, type NewInformerOptions } from './new-informer.ts';
export { dynamicSharedInformerFactory } from './factory/dynamic-shared-informer-factory.ts';
export type { FactoryOptions } from './factory/factory-options.ts';
export type { GenericInformer, InformerFactory, NewInformerFunc } from './factory/informer-factory.ts';
export {
  type MetadataInformerFactory,
  metadataSharedInformerFactory,
  type PartialObjectMetadata,
} from './factory/metadata-shared-informer-factory.ts';
export {
  type Kinds,
  sharedInformerFactory,
  type SharedInformerFactory,
} from './factory/shared-informer-factory.ts';
export { genericLister } from './generic-lister.ts';
export { lister, type Lister } from './lister.ts';
