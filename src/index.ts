/**
 * The front door `rx-informer`: Kubernetes informers as RxJS streams, every stage an operator.
 *
 * @packageDocumentation
 */
export {
  compareResourceVersions,
  ConnectionError,
  type Dashed,
  edit,
  type Edit,
  type FailureClass,
  type GroupVersionResource,
  HandlerError,
  type JsonName,
  type JsonPatchOperation,
  type JsonValue,
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
  type StatusCause,
  StatusError,
  type StatusFacts,
  type StringMap,
} from './objects/index.ts';
export {
  type BookmarkEvent,
  type IncidentListener,
  type KubeRequest,
  type ListerWatcher,
  type ListOptions,
  type ListPage,
  listWatch,
  type ListWatchOptions,
  type ObjectEvent,
  type Scope,
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
  type ReplacedEvent,
  type ResyncEvent,
  type WaitingStatus,
} from './reflector/index.ts';
export {
  type ByKeyOptions,
  type Delta,
  deltaFifo,
  type DeltaFifoOptions,
  type Deltas,
  type KeyDelta,
  type KeyDeltas,
  type KnownObjects,
} from './queue/index.ts';
export {
  byLabel,
  byNamespace,
  type Cause,
  type Change,
  type IndexedStore,
  indexedStore,
  type Indexers,
  type IndexFunc,
  type StoreOptions,
  type StoreSubject,
} from './store/index.ts';
export {
  type BoundedBuffer,
  buffered,
  BufferOverflowError,
  type DeliveryGauge,
  type DeliveryOptions,
  processorListener,
  type ResourceEventHandler,
} from './delivery/index.ts';
export {
  type ChangesOptions,
  genericLister,
  type Informer,
  informer,
  type InformerOptions,
  type InformerStatus,
  lister,
  type Lister,
  waitForCacheSync,
} from './informer/index.ts';
export { query, type Query, select } from './views/index.ts';
