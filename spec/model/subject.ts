import type { Observable } from 'rxjs';
import type { KubeObject, ReflectOptions, ReflectorStatus } from 'rx-informer';
import type { FaultySource } from './faulty-source.ts';
import type { Behaviour, Setting } from './step.ts';

/** One thing told to a subscriber, by whatever face. */
export interface Told {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly object: KubeObject;
  /** Where the face tells it. */
  readonly old?: KubeObject;
  /** Where the face tells it. */
  readonly finalStateKnown?: boolean;
}

/** A subscriber as a face sees it. */
export interface Hearer {
  readonly behaviour: Behaviour;
  /** Emits when it leaves; it may leave in the middle of a call. */
  readonly left$: Observable<void>;
  /** May throw; what it returns the face is to wait for, where it can. */
  tell(told: Told): Observable<unknown> | undefined;
  /** What is there already is not told to it. */
  knows(objects: readonly KubeObject[]): void;
  /** A batch has been told whole. */
  batchTold(): void;
  /** How many changes wait. */
  pending(count: number): void;
  /** The stream has ended. */
  ended(error?: unknown): void;
}

/** What is tested: one of the faces over a source. */
export interface Subject {
  /** Adds a subscriber; `undefined`: none can be added now. */
  hear(hearer: Hearer): Heard | undefined;
  start(): void;
  /** Ends all of it, at once. */
  stop(): void;
  /** Whether anything is to go on. */
  isRunning(): boolean;
  /** It will never run again. */
  isSpent(): boolean;
  list(): readonly KubeObject[];
  get(key: string): KubeObject | undefined;
  /** Absent: it has no index. */
  byColor?(color: string): readonly KubeObject[];
  hasSynced(): boolean;
}

/** A subscription to a face. */
export interface Heard {
  /** Whether it has been told of the first list, where the face says so. */
  hasSynced?(): boolean;
  /** How many changes wait for it, where the face says so. */
  pending?(): number;
}

/** What a face is made of. */
export interface Materials {
  readonly source: FaultySource;
  readonly setting: Setting;
  readonly reflect: ReflectOptions;
  readonly onStatus: (status: ReflectorStatus) => void;
}

/** A kind of face, and what holds for it. */
export interface Face {
  readonly name: string;
  readonly make: (materials: Materials) => Subject;
  /** Events reach the store one by one, in their order, so that it always shows one version of the server. */
  readonly inOrder: boolean;
  /** Each subscriber has a buffer of its own; else one that is slow holds all up. */
  readonly isolated: boolean;
  /** It makes requests when the reflector wants them, and with nothing in between. */
  readonly prompt: boolean;
  /** As in client-go whatever a watch repeats is written and told. */
  readonly classic: boolean;
  /** What it can be asked for; anything else becomes 'unbounded'. */
  readonly buffers: readonly Behaviour['buffer'][];
  /** A subscriber outlives a stop, and is told the differences at the next start. */
  readonly outlives: boolean;
  /** What it is told after a stop is merged. */
  readonly merges: boolean;
}
