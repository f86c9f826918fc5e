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
 * The source of random numbers if the option `random` is absent. In virtual time, `rx-informer/testing`
 * replaces `next` by a function with a seed.
 */
export const randomSource = { next: (): number => Math.random() };

/** The options of a reflector. All times are in ms of the RxJS clock. */
export interface ReflectOptions<T extends KubeObject = KubeObject> {
  /** The number of objects per page. Default: 500. With 0, the reflector requests all objects in one page. */
  readonly pageSize?: number;
  /**
   * The maximum number of objects of one list, in pages or streamed. Default: no limit. The reflector drops a
   * longer list as a failure of the class `throttled`, and retries with backoff. The content of the store
   * does not change. Objects from watches do not count. Objects of other shards count if the server sends
   * these objects.
   */
  readonly maxObjects?: number;
  /**
   * Whether the reflector requests streamed lists. With 'auto' (the default), the reflector streams lists
   * until the server refuses a streamed list. Use 'never' in a browser if the server compresses responses
   * with gzip (Kubernetes 1.37). A browser would then receive only the first part of a streamed list.
   */
  readonly streamingList?: 'auto' | 'never';
  /** The shard of this process, if several processes share the collection. Default: the whole collection. */
  readonly shard?: Shard;
  readonly backoff?: Backoff;
  /**
   * The shortest duration n of a watch. The reflector asks the server to close each watch after a random time
   * in [n, 2n). Default: 300,000.
   */
  readonly watchTimeout?: number;
  /**
   * The idle limit of a watch. If no frame arrives for this time, the reflector aborts the watch, and resumes
   * from the last version. Default: 2.5 times the interval between the received bookmarks, at least 75,000.
   * The reflector also aborts each watch 30,000 ms after its planned end.
   */
  readonly idleTimeout?: number;
  /**
   * Enables and disables the reflector. While the last value is false, the reflector has no open request.
   * When the value becomes true, the reflector resumes from the last resource version. The reflector is
   * enabled by default, and before the first value.
   */
  readonly enabled?: Observable<boolean>;
  /**
   * A function that transforms each object before the reflector freezes the object. The function may change
   * the object in place. An error of the function is an incident. The reflector then emits the object with
   * its original metadata, and with the changes that were made in place before the error.
   */
  readonly transform?: (object: T) => T;
  /**
   * A function that returns true for a failure that has to end the stream with an error. By default, failures
   * of the class 'fatal' end the stream.
   */
  readonly isFatal?: (status: WaitingStatus) => boolean;
  /**
   * What the reflector does with the objects when the server refuses the collection with 403. With 'keep' (the
   * default), the objects stay, because roles can be missing for a moment. With 'clear', the reflector emits
   * `REPLACED` without items as soon as the server has answered each request with 403 for at least 5 s, so the
   * store emits `deleted` for all objects. After a first 403 the reflector then asks again within 10 s.
   *
   * Only a 403 with a Status of the API server counts, not the page of a proxy. A 401 never removes objects,
   * because it says that the credentials are invalid, and nothing about rights. A server checks the rights only
   * at the start of a request, so an open watch continues after the rights are lost. `watchTimeout` limits that
   * time.
   */
  readonly onForbidden?: 'keep' | 'clear';
  /**
   * An observer that receives every status. The reflector never completes this observer, because a restart
   * emits further statuses.
   */
  readonly status?: Partial<Observer<ReflectorStatus>>;
  /**
   * A function that returns random numbers in [0, 1). Default: `Math.random`, or numbers from a seed in a run
   * of `marbleScheduler` or `surviveChaos`.
   */
  readonly random?: () => number;
}

export interface Settings<T extends KubeObject> {
  readonly pageSize: number;
  readonly maxObjects: number;
  readonly streaming: boolean;
  /** The shard of the reflector. The value is also `undefined` if there is only one shard. */
  readonly shard: Shard | undefined;
  readonly backoff: Required<Backoff>;
  readonly watchTimeout: number;
  readonly idleTimeout: number | undefined;
  readonly enabled: Observable<boolean> | undefined;
  readonly transform: ((object: T) => T) | undefined;
  readonly isFatal: (status: WaitingStatus) => boolean;
  readonly onForbidden: 'keep' | 'clear';
  readonly random: () => number;
  readonly emitStatus: (status: ReflectorStatus) => void;
  /** Returns the current time. Under a TestScheduler, the time is virtual. */
  readonly now: () => number;
}

/**
 * Checks the options of a reflector.
 *
 * @throws OptionsError for a wrong option
 */
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
    onForbidden: oneOf('keep', 'clear'),
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
    onForbidden: options.onForbidden ?? 'keep',
    random: options.random ?? (() => randomSource.next()),
    emitStatus: (value) => status?.next?.(value),
    now: () => asyncScheduler.now(),
  };
}
