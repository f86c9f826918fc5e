/**
 * Entry point `rx-informer`: Kubernetes informers as RxJS streams. Each stage of an informer is an RxJS
 * operator.
 *
 * @packageDocumentation
 */
export {
  compareResourceVersions,
  ConnectionError,
  edit,
  type FailureClass,
  type GroupVersionResource,
  HandlerError,
  type JsonPatchOperation,
  keyOf,
  KubeError,
  type KubeJson,
  type KubeObject,
  labelSelector,
  type LabelSelector,
  type LabelSelectorSpec,
  type ObjectKey,
  type ObjectMeta,
  OptionsError,
  type OwnerReference,
  pathOf,
  ProtocolError,
  splitKey,
  StatusError,
} from './objects/index.ts';
export {
  type KubeRequest,
  type ListerWatcher,
  type ListerWatcherHooks,
  type ListOptions,
  type ListPage,
  listWatch,
  type ListWatchOptions,
  type Transport,
  type WatchEvent,
  type WatchOptions,
} from './source/index.ts';
export {
  type Backoff,
  reflect,
  type ReflectOptions,
  type ReflectorEvent,
  type ReflectorStatus,
  type Shard,
} from './reflector/index.ts';
export { type Delta, deltaFifo, type DeltaQueueOptions, type Deltas } from './queue/index.ts';
export {
  byLabel,
  byNamespace,
  type Change,
  compact,
  type IndexedStore,
  indexedStore,
  type Indexers,
  type ObjectStorage,
  type StoreOptions,
  type StoreSubject,
} from './store/index.ts';
export {
  batchPerTask,
  buffered,
  BufferOverflowError,
  type DeliveryMetrics,
  type DeliveryOptions,
  processorListener,
  type ResourceEventHandler,
} from './delivery/index.ts';
export {
  type ChangesOptions,
  type Informer,
  informer,
  type InformerOptions,
  type InformerStatus,
  lister,
  type Lister,
  waitForCacheSync,
} from './informer/index.ts';
export { query, type Query, select } from './views/index.ts';
