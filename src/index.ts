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
export type {
  BookmarkEvent,
  IncidentListener,
  KubeRequest,
  ListerWatcher,
  ListOptions,
  ListPage,
  ObjectEvent,
  Transport,
  WatchEvent,
  WatchOptions,
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
