import type { Observable } from 'rxjs';
import type { KubeObject, ReflectOptions, ReflectorStatus } from 'rx-informer';
import type { FaultySource } from './faulty-source.ts';
import type { Behaviour, Setting } from './step.ts';

/** One call of a subscriber, in the common format of all interfaces. */
export interface HandlerCall {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly object: KubeObject;
  /** The old object. Undefined if the interface does not pass the old object. */
  readonly old?: KubeObject;
  /** Whether the final state is known. Undefined if the interface does not pass this information. */
  readonly finalStateKnown?: boolean;
}

/** A subscriber as an interface sees it. */
export interface ModelHandler {
  readonly behaviour: Behaviour;
  /** Emits when the subscriber leaves. A subscriber may leave within a call. */
  readonly left$: Observable<void>;
  /** Receives a call. May throw an error. If the interface can wait, it waits for the returned Observable. */
  receive(call: HandlerCall): Observable<unknown> | undefined;
  /** Sets the existing objects for which the subscriber gets no calls. */
  knows(objects: readonly KubeObject[]): void;
  /** Called at the end of a batch. */
  endBatch(): void;
  /** Called with the number of waiting changes. */
  pending(count: number): void;
  /** Called at the end of the stream. */
  ended(error?: unknown): void;
}

/** The tested subject: one of the interfaces, with a source. */
export interface Subject {
  /** Adds a subscriber. Returns `undefined` if the subject accepts no further subscriber. */
  subscribe(handler: ModelHandler): HandlerSubscription | undefined;
  start(): void;
  /** Stops the subject and all its subscriptions at once. */
  stop(): void;
  /** Whether the subject is started and not stopped. */
  isRunning(): boolean;
  /** Whether the subject can never run again. */
  isSpent(): boolean;
  list(): readonly KubeObject[];
  get(key: string): KubeObject | undefined;
  /** Returns the objects of a colour from the index. Undefined if the subject has no index. */
  byColor?(color: string): readonly KubeObject[];
  hasSynced(): boolean;
}

/** A subscription to an interface. */
export interface HandlerSubscription {
  /** Whether the subscriber has received the first list. Undefined if the interface cannot report it. */
  hasSynced?(): boolean;
  /** Number of waiting changes. Undefined if the interface cannot report the number. */
  pending?(): number;
}

/** The arguments of the function `make` of an interface. */
export interface Materials {
  readonly source: FaultySource;
  readonly setting: Setting;
  readonly reflect: ReflectOptions;
  readonly onStatus: (status: ReflectorStatus) => void;
}

/** One interface of the library, and its properties. */
export interface InterfaceUnderTest {
  readonly name: string;
  readonly make: (materials: Materials) => Subject;
  /**
   * Whether the store applies events one by one, in order. If so, the store always has the server's content at one
   * version.
   */
  readonly inOrder: boolean;
  /** Whether each subscriber has its own buffer. If not, a slow subscriber delays all subscribers. */
  readonly isolated: boolean;
  /** Whether the source gets each request exactly when the reflector makes the request, without a delay. */
  readonly prompt: boolean;
  /** Whether the interface applies and emits an event again when a watch repeats the event, as client-go does. */
  readonly classic: boolean;
  /** The supported buffers. The model replaces any other buffer with 'unbounded'. */
  readonly buffers: readonly Behaviour['buffer'][];
  /** Whether a subscriber survives a stop, and receives the differences after the next start. */
  readonly outlives: boolean;
  /** Whether a subscriber receives merged changes after a stop. */
  readonly merges: boolean;
}
