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

/** Where numbers in [0, 1) come from that no option gives. In virtual time the testing kit puts seeded ones here. */
export const chance = { random: (): number => Math.random() };

/** How a reflector behaves. All times in ms, on the RxJS clock. */
export interface ReflectOptions<T extends KubeObject = KubeObject> {
  /** Default 500; 0 asks for everything in one page. */
  readonly pageSize?: number;
  /**
   * A list of more, in pages or streamed, is dropped, counts as `throttled`, and is tried again, less and less often; the content
   * stays as it was. Default: no limit. What watches add is not limited, and other shards' objects count where they come.
   */
  readonly maxObjects?: number;
  /**
   * Default 'auto': a streamed list where the server has it, remembered when it has not; 'never' for browsers behind
   * gzip, which see the first part of such a stream only (Kubernetes 1.37).
   */
  readonly streamingList?: 'auto' | 'never';
  /** One part of the collection, where several processes share it. Default: all of it. */
  readonly shard?: Shard;
  readonly backoff?: Backoff;
  /** Default 300,000: the server is asked to close a watch after a random time in [n, 2n). */
  readonly watchTimeout?: number;
  /**
   * A stream silent for longer is aborted and resumed. Default: 2.5 times the interval of the bookmarks seen, at least
   * 75,000; and in any case 30,000 after the watch should have ended.
   */
  readonly idleTimeout?: number;
  /**
   * While the last value is false no request is open. When it becomes true, the reflector resumes from the last version. Default, and
   * before the first value: enabled.
   */
  readonly enabled?: Observable<boolean>;
  /**
   * Applied to each object before it is frozen; may change it in place. A throw is an incident, and lets the object through: with
   * the metadata that it had, and with what else was changed in place until then.
   */
  readonly transform?: (object: T) => T;
  /** Turns a failure into an error that ends the stream. Default: 'fatal' ones. */
  readonly isFatal?: (status: WaitingStatus) => boolean;
  /** Hears every status; is never completed, so that a restart can tell it more. */
  readonly status?: Partial<Observer<ReflectorStatus>>;
  /** Numbers in [0, 1). Default `Math.random`; seeded ones in a run of `marbleScheduler` or `surviveChaos`. */
  readonly random?: () => number;
}

/** The options with their defaults, and the clock. */
export interface Settings<T extends KubeObject> {
  readonly pageSize: number;
  readonly maxObjects: number;
  readonly streaming: boolean;
  /** Absent also where there is but one. */
  readonly shard: Shard | undefined;
  readonly backoff: Required<Backoff>;
  readonly watchTimeout: number;
  readonly idleTimeout: number | undefined;
  readonly enabled: Observable<boolean> | undefined;
  readonly transform: ((object: T) => T) | undefined;
  readonly isFatal: (status: WaitingStatus) => boolean;
  readonly random: () => number;
  readonly tell: (status: ReflectorStatus) => void;
  /** Virtual under a TestScheduler. */
  readonly now: () => number;
}

/** @throws OptionsError when an option is not what it may be */
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

/** Checks and completes what `reflect` is given. */
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
    random: options.random ?? (() => chance.random()),
    tell: (value) => status?.next?.(value),
    now: () => asyncScheduler.now(),
  };
}
