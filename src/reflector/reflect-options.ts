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

/**
 * Returns numbers in [0, 1) if the option `random` is absent. In virtual time the testing kit replaces the source by a seeded one.
 */
export const randomSource = { next: (): number => Math.random() };

/** The options of a reflector. All times are in ms, on the RxJS clock. */
export interface ReflectOptions<T extends KubeObject = KubeObject> {
  /** The number of objects per page. Default 500; 0 requests all objects in one page. */
  readonly pageSize?: number;
  /**
   * The limit for the objects of one list, in pages or streamed. Default: no limit. A larger list is dropped, fails as `throttled`,
   * and is retried with backoff; the content does not change. Objects from watches do not count. Objects of other shards count if
   * the server sends them.
   */
  readonly maxObjects?: number;
  /**
   * Default 'auto': lists are streamed until the server refuses a streamed list. Use 'never' in browsers if the server compresses
   * with gzip: a browser then receives only the first part of a streamed list (Kubernetes 1.37).
   */
  readonly streamingList?: 'auto' | 'never';
  /** The part of the collection for this process, if several processes share the collection. Default: the whole collection. */
  readonly shard?: Shard;
  readonly backoff?: Backoff;
  /** Default n = 300,000. The server is requested to close a watch after a random time in [n, 2n). */
  readonly watchTimeout?: number;
  /**
   * A stream that is idle for longer than this time is aborted and resumed. Default: 2.5 times the interval of the received
   * bookmarks, at least 75,000. Each stream is also aborted 30,000 after the planned end of the watch.
   */
  readonly idleTimeout?: number;
  /**
   * While the last value is false, no request is open. When the value becomes true, the reflector resumes from the last version.
   * The reflector is enabled by default, and before the first value.
   */
  readonly enabled?: Observable<boolean>;
  /**
   * Transforms each object before it is frozen, and may change the object in place. An error is an incident: the object is then
   * emitted with its original metadata, and with the changes that the transform made in place before the error.
   */
  readonly transform?: (object: T) => T;
  /** Returns true for a failure that ends the stream with an error. By default, failures of the class 'fatal' end the stream. */
  readonly isFatal?: (status: WaitingStatus) => boolean;
  /** Receives every status. The observer is never completed, because a restart emits further statuses. */
  readonly status?: Partial<Observer<ReflectorStatus>>;
  /** Returns numbers in [0, 1). Default `Math.random`, or seeded numbers in a run of `marbleScheduler` or `surviveChaos`. */
  readonly random?: () => number;
}

export interface Settings<T extends KubeObject> {
  readonly pageSize: number;
  readonly maxObjects: number;
  readonly streaming: boolean;
  /** Also `undefined` if there is only one shard. */
  readonly shard: Shard | undefined;
  readonly backoff: Required<Backoff>;
  readonly watchTimeout: number;
  readonly idleTimeout: number | undefined;
  readonly enabled: Observable<boolean> | undefined;
  readonly transform: ((object: T) => T) | undefined;
  readonly isFatal: (status: WaitingStatus) => boolean;
  readonly random: () => number;
  readonly emitStatus: (status: ReflectorStatus) => void;
  /** Virtual time under a TestScheduler. */
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
