import { asyncScheduler, type Observable, type Observer } from 'rxjs';
import {
  aFunction,
  anObservable,
  anObserver,
  anObject,
  checkArgument,
  checkOptions,
  integer,
  type KubeObject,
  milliseconds,
  oneOf,
  renamedFrom,
} from '../objects/index.ts';
import { type Backoff, backoffRules, defaultBackoff } from './machine/backoff.ts';
import { aShard, checkShard, type Shard } from './machine/shard.ts';
import type { ReflectorStatus, WaitingStatus } from './reflector-status.ts';

/** The source of numbers in [0, 1) where the option `random` is absent. In virtual time the testing kit replaces it by a seeded one. */
export const randomSource = { next: (): number => Math.random() };

/** How a reflector behaves. All times in ms, on the RxJS clock. */
export interface ReflectOptions<T extends KubeObject = KubeObject> {
  /** Default 500; 0 asks for everything in one page. */
  readonly pageSize?: number;
  /**
   * A list of more objects, in pages or streamed, is dropped, fails as `throttled`, and is retried with backoff; the content
   * stays as it was. Default: no limit. Objects that watches add do not count. Objects of other shards count if the server sends them.
   */
  readonly maxObjects?: number;
  /**
   * Default 'auto': a streamed list if the server supports it; a refusal is remembered. 'never' for browsers if the server compresses
   * with gzip: they get the first part of a streamed list only (Kubernetes 1.37).
   */
  readonly streamingList?: 'auto' | 'never';
  /** One part of the collection, if several processes share it. Default: the whole collection. */
  readonly shard?: Shard;
  readonly backoff?: Backoff;
  /** Default 300,000: the server is asked to close a watch after a random time in [n, 2n). */
  readonly watchTimeout?: number;
  /**
   * A stream that is idle for longer is aborted and resumed. Default: 2.5 times the interval of the bookmarks received, at least
   * 75,000. Each stream is aborted 30,000 after the watch should have ended.
   */
  readonly idleTimeout?: number;
  /**
   * While the last value is false no request is open. When it becomes true, the reflector resumes from the last version. Default, and
   * before the first value: enabled.
   */
  readonly enabled?: Observable<boolean>;
  /**
   * Applied to each object before it is frozen; may change it in place. An error is an incident: the object is emitted with its
   * original metadata, and with the other changes that were made in place before the error.
   */
  readonly transform?: (object: T) => T;
  /** Returns true for a failure that ends the stream with an error. Default: failures of the class 'fatal'. */
  readonly isFatal?: (status: WaitingStatus) => boolean;
  /** Gets every status. It is never completed: after a restart the statuses go on. */
  readonly status?: Partial<Observer<ReflectorStatus>>;
  /** Numbers in [0, 1). Default `Math.random`; seeded ones in a run of `marbleScheduler` or `surviveChaos`. */
  readonly random?: () => number;
}

/** The options with their defaults, and the clock. */
export interface Settings<T extends KubeObject> {
  readonly pageSize: number;
  readonly maxObjects: number;
  readonly streaming: boolean;
  /** `undefined` also for the one shard of one. */
  readonly shard: Shard | undefined;
  readonly backoff: Required<Backoff>;
  readonly watchTimeout: number;
  readonly idleTimeout: number | undefined;
  readonly enabled: Observable<boolean> | undefined;
  readonly transform: ((object: T) => T) | undefined;
  readonly isFatal: (status: WaitingStatus) => boolean;
  readonly random: () => number;
  readonly emitStatus: (status: ReflectorStatus) => void;
  /** Virtual under a TestScheduler. */
  readonly now: () => number;
}

/** @throws OptionsError for a wrong option */
export function checkReflectOptions<T extends KubeObject>(of: string, options: ReflectOptions<T>): void {
  checkOptions(of, options, {
    pageSize: integer(0),
    maxObjects: integer(1),
    streamingList: oneOf('auto', 'never'),
    shard: aShard,
    backoff: anObject,
    watchTimeout: milliseconds(1_000),
    idleTimeout: renamedFrom('silenceTimeout', milliseconds(1)),
    enabled: renamedFrom('gate', anObservable),
    transform: aFunction,
    isFatal: renamedFrom('giveUp', aFunction),
    status: anObserver,
    random: aFunction,
  });
  checkOptions(`${of}: backoff`, options.backoff, backoffRules);
  checkShard(`${of}: shard`, options.shard);
  const { status } = options;
  if (status?.next !== undefined) checkArgument(`${of}: status.next`, status.next, aFunction);
}

/** Checks the options, and adds the defaults. */
export function settingsOf<T extends KubeObject>(of: string, options: ReflectOptions<T>): Settings<T> {
  checkReflectOptions(of, options);
  const { status } = options;

  return {
    pageSize: options.pageSize ?? 500,
    maxObjects: options.maxObjects ?? Infinity,
    streaming: options.streamingList !== 'never',
    shard: options.shard?.of === 1 ? undefined : options.shard,
    backoff: { ...defaultBackoff, ...options.backoff },
    watchTimeout: options.watchTimeout ?? 300_000,
    idleTimeout: options.idleTimeout,
    enabled: options.enabled,
    transform: options.transform,
    isFatal: options.isFatal ?? (({ failure }) => failure === 'fatal'),
    random: options.random ?? (() => randomSource.next()),
    emitStatus: (value) => status?.next?.(value),
    now: () => asyncScheduler.now(),
  };
}
