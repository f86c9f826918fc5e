/** Room `informer`: where reflector, queue, store and delivery meet. */
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
export { informer } from './informer.ts';
export type { ChangesOptions, Informer, InformerOptions, InformerStatus } from './informer-types.ts';
export { genericLister, lister, type Lister } from './lister.ts';
export { waitForCacheSync } from './wait-for-cache-sync.ts';
