import type { Observable } from 'rxjs';
import type { KubeObject, ReflectOptions, ReflectorStatus } from 'rx-informer';
import type { FaultySource } from './faulty-source.ts';
import type { Behaviour, Setting } from './step.ts';

/** One call of a subscriber. All APIs under test are adapted to this format. */
export interface HandlerCall {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly object: KubeObject;
  /** The old object. Undefined if the API does not pass the old object. */
  readonly old?: KubeObject;
  /** Whether the final state of a deleted object is known. Undefined if the API does not pass this information. */
  readonly finalStateKnown?: boolean;
}

/** A subscriber of the model test. The adapter of an API calls these functions. */
export interface ModelHandler {
  readonly behaviour: Behaviour;
  /** Emits when the subscriber leaves. A subscriber may leave within a call. */
  readonly left$: Observable<void>;
  /**
   * Receives a change. May throw an error. If the API can wait for a subscriber, it waits for the returned Observable.
   */
  receive(call: HandlerCall): Observable<unknown> | undefined;
  /** Sets the objects that exist when the subscriber joins. The subscriber gets no calls for these objects. */
  knows(objects: readonly KubeObject[]): void;
  /** Called when the API has delivered a whole batch. */
  endBatch(): void;
  /** Called with the number of changes that wait for the subscriber. */
  pending(count: number): void;
  /** Called when the stream of changes ends. */
  ended(error?: unknown): void;
}

/** The informer under test. Each API of the library is adapted to this interface. */
export interface Subject {
  /** Adds a subscriber. Returns `undefined` if the informer accepts no further subscriber. */
  subscribe(handler: ModelHandler): HandlerSubscription | undefined;
  start(): void;
  /** Stops the informer and ends all its subscriptions at once. */
  stop(): void;
  /** Whether the informer is started and not stopped. */
  isRunning(): boolean;
  /** Whether the informer can never run again. */
  isSpent(): boolean;
  list(): readonly KubeObject[];
  get(key: string): KubeObject | undefined;
  /** Returns the objects of a colour from the index. Undefined if the informer has no index. */
  byColor?(color: string): readonly KubeObject[];
  hasSynced(): boolean;
}

/** A subscription to the informer under test. */
export interface HandlerSubscription {
  /** Whether the subscriber has received the first list. Undefined if the API cannot report it. */
  hasSynced?(): boolean;
  /** Number of changes that wait for the subscriber. Undefined if the API cannot report the number. */
  pending?(): number;
}

/** The arguments with which the test creates an informer. */
export interface Materials {
  readonly source: FaultySource;
  readonly setting: Setting;
  readonly reflect: ReflectOptions;
  readonly onStatus: (status: ReflectorStatus) => void;
}

/** One API of the library, for example `makeInformer()`. The model test checks only what these properties promise. */
export interface InterfaceUnderTest {
  readonly name: string;
  readonly make: (materials: Materials) => Subject;
  /**
   * Whether the store applies watch events one by one, in order. If so, the store always has the content that the
   * server had at one version.
   */
  readonly inOrder: boolean;
  /** Whether each subscriber has its own buffer. If not, a slow subscriber delays all subscribers. */
  readonly isolated: boolean;
  /** Whether each request of the reflector reaches the source without a delay. */
  readonly prompt: boolean;
  /** Whether the API emits an event again if a watch repeats the event, as client-go does. */
  readonly classic: boolean;
  /** The kinds of buffers that the API supports. The test replaces any other kind with 'unbounded'. */
  readonly buffers: readonly Behaviour['buffer'][];
  /** Whether a subscriber stays subscribed after a stop, and receives the differences after the next start. */
  readonly outlives: boolean;
  /** Whether a subscriber receives merged changes after a stop and a start. */
  readonly merges: boolean;
}
