import type { Observable } from 'rxjs';
import type { KubeObject, ReflectOptions, ReflectorStatus } from 'rx-informer';
import type { FaultySource } from './faulty-source.ts';
import type { Behaviour, Setting } from './step.ts';

/** One call of a subscriber, in the common form of all interfaces. */
export interface HandlerCall {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly object: KubeObject;
  /** Undefined if the interface does not pass it. */
  readonly old?: KubeObject;
  /** Undefined if the interface does not pass it. */
  readonly finalStateKnown?: boolean;
}

/** A subscriber from the view of an interface. */
export interface ModelHandler {
  readonly behaviour: Behaviour;
  /** Emits when the subscriber leaves, possibly within a call. */
  readonly left$: Observable<void>;
  /** Receives a call. May throw. The interface waits for the returned observable if it can. */
  receive(call: HandlerCall): Observable<unknown> | undefined;
  /** Sets the existing objects, for which the subscriber gets no calls. */
  knows(objects: readonly KubeObject[]): void;
  /** Called at the end of a batch. */
  endBatch(): void;
  /** Called with the number of waiting changes. */
  pending(count: number): void;
  /** Called at the end of the stream. */
  ended(error?: unknown): void;
}

/** The tested subject: one of the interfaces with a source. */
export interface Subject {
  /** Adds a subscriber. Returns `undefined` if none can be added now. */
  subscribe(handler: ModelHandler): HandlerSubscription | undefined;
  start(): void;
  /** Stops everything at once. */
  stop(): void;
  /** Whether the subject is started and not stopped. */
  isRunning(): boolean;
  /** Whether the subject can never run again. */
  isSpent(): boolean;
  list(): readonly KubeObject[];
  get(key: string): KubeObject | undefined;
  /** Undefined if the subject has no index. */
  byColor?(color: string): readonly KubeObject[];
  hasSynced(): boolean;
}

/** A subscription to an interface. */
export interface HandlerSubscription {
  /** Whether the subscriber has received the first list; undefined if the interface does not know it. */
  hasSynced?(): boolean;
  /** The number of waiting changes; undefined if the interface does not know it. */
  pending?(): number;
}

/** The arguments of `make` of an interface. */
export interface Materials {
  readonly source: FaultySource;
  readonly setting: Setting;
  readonly reflect: ReflectOptions;
  readonly onStatus: (status: ReflectorStatus) => void;
}

/** One interface, and its properties. */
export interface InterfaceUnderTest {
  readonly name: string;
  readonly make: (materials: Materials) => Subject;
  /** The store applies events one by one, in order, so that it always has the server's content at one version. */
  readonly inOrder: boolean;
  /** Each subscriber has its own buffer. Otherwise a slow subscriber delays all. */
  readonly isolated: boolean;
  /** Requests come exactly when the reflector makes them, without a delay. */
  readonly prompt: boolean;
  /** As in client-go, an event that a watch repeats is applied and emitted again. */
  readonly classic: boolean;
  /** The supported buffers. Any other buffer becomes 'unbounded'. */
  readonly buffers: readonly Behaviour['buffer'][];
  /** A subscriber outlives a stop, and receives the differences after the next start. */
  readonly outlives: boolean;
  /** A subscriber receives merged changes after a stop. */
  readonly merges: boolean;
}
