import { asyncScheduler, defer, ignoreElements, map, merge, type Observable, tap } from 'rxjs';
import { type Informer, informerOf, informerStatus, type InformerStatus } from '../informer/index.ts';
import {
  aFunction,
  anObject,
  anObservable,
  checkArgument,
  checkOptions,
  integer,
  KubeError,
  type KubeObject,
  milliseconds,
  uidOf,
} from '../objects/index.ts';
import { checkReflectOptions, type ReflectOptions } from '../reflector/index.ts';
import { rowStore } from '../rows/index.ts';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import type { Indexers } from '../store/index.ts';
import { type InformerSetStatus, setStatus } from './machine/set-status.ts';
import type { SetMember } from './set-member.ts';
import { setMembers } from './set-members.ts';

/** One informer over a set of sources that changes. */
export interface InformerSet<T extends KubeObject, Id, Index extends string = never> extends Informer<
  T,
  Index
> {
  /** Emits the informers of the current members, then each new set of them. Empty while the set does not run. */
  readonly members$: Observable<ReadonlyMap<Id, Informer<T, never>>>;
  /** Emits the status of the set with the status of each member, at most once in a task for the members. */
  readonly status$: Observable<InformerSetStatus<Id>>;
}

/** The options of `informerSet`. */
export interface InformerSetOptions<T extends KubeObject, Id, Index extends string = string> {
  /**
   * Returns the name of the cluster of a member. The changes then have this `cluster`, requests of a controller too, and
   * the store returns an object by `get(key, cluster)`. Default: the set has no clusters.
   */
  readonly cluster?: (id: Id) => string;
  /** Index functions by their names. */
  readonly indexers?: Indexers<T, Index>;
  /** The options of the reflector of each member. */
  readonly reflect?: ReflectOptions<T>;
  /**
   * The maximum number of members whose first lists run at the same time, also after a restart of the set. Lists that a
   * member repeats after a failure do not count. Default: 10.
   */
  readonly maxConcurrentLists?: number;
  /**
   * The time in ms for which the set waits for the first list of a member. After this time the set counts as synced
   * without this member, and another member may begin its list. Default: 10,000.
   */
  readonly syncTimeout?: number;
  /**
   * The time in ms for which the set continues after its last subscriber has unsubscribed, and a member after it has
   * left. A member that soon joins again needs no new list. Default: 1,000.
   */
  readonly resetDelay?: number;
  /**
   * Called with each error of an index function, and with an error for two members that have different objects with the
   * same key. Default: RxJS reports the error as unhandled, which ends a Node process.
   */
  readonly onError?: (error: KubeError) => void;
}

/**
 * Creates one informer over many sources, whose set changes: the namespaces of a user, the clusters that exist now, or
 * the objects that something refers to. Each id has one member, which is an informer of its own source.
 *
 * A member whose id comes is listed. Its objects are `added` with the cause 'initial'. A member whose id goes leaves:
 * its objects are `deleted` with `cause: 'scope'`. Duplicate ids count once. A member that the server refuses, or whose
 * source function throws, does not affect the others: its error stands in `status$` under its id.
 *
 * The set has synced when each member of the first set has synced, is refused, or has taken longer than `syncTimeout`.
 * If two members have an object with the same key, the set shows the object of the first member until it goes. If these
 * are different objects, `onError` gets an error: use the option `cluster`. The objects are in memory once. The set errors
 * only if `ids$` errors.
 *
 * @param ids$ - emits the ids of the members, for example arrays of namespaces
 * @param source - makes the source of a member; called when an id joins, unless the set still knows the member
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const namespaces$ = of(['shop', 'billing']);
 * const pods = informerSet(namespaces$, (namespace) => listWatch(transport, core.v1.pods, { namespace }));
 * pods.changes().subscribe(({ type, key }) => console.log(type, key));
 * ```
 */
export function informerSet<T extends KubeObject, Id, Index extends string = never>(
  ids$: Observable<Iterable<Id>>,
  source: (id: Id) => ListerWatcher<T>,
  options: InformerSetOptions<T, Id, Index> = {},
): InformerSet<T, Id, Index> {
  checkArgument('informerSet: ids$', ids$, anObservable);
  checkArgument('informerSet: source', source, aFunction);
  checkOptions('informerSet', options, {
    cluster: aFunction,
    indexers: anObject,
    reflect: anObject,
    maxConcurrentLists: integer(1),
    syncTimeout: milliseconds(0),
    resetDelay: milliseconds(0),
    onError: aFunction,
  });
  checkReflectOptions('informerSet: reflect', options.reflect ?? {});
  const { cluster, indexers, reflect, resetDelay = 1_000, onError = reportUnhandledError } = options;
  const { maxConcurrentLists = 10, syncTimeout = 10_000 } = options;

  const store = rowStore<T, Index>({
    uidOf,
    isSame: Object.is,
    indexers,
    onError,
  });
  const status = informerStatus(store);
  const { batches$, members$, current, hasIds, statuses$ } = setMembers<T, Id>({
    ids$,
    source,
    cluster,
    informer: { resetDelay: 0, ...(reflect !== undefined && { reflect }) },
    maxConcurrentLists,
    syncTimeout,
    resetDelay,
    storedIdentities: store.listIdentities,
    onCollision: (key, shown, hidden) => runGuarded(() => onError(collision(key, shown.name, hidden.name))),
  });
  const none: ReadonlyMap<Id, InformerStatus> = new Map();
  let members: readonly SetMember<T>[] = [];
  const isComplete = (): boolean => hasIds() && store.hasSynced;

  const pipe$ = defer(() => {
    const since = asyncScheduler.now();
    // The status of the members follows at the end of the task.
    status.emit({ phase: 'listing', since, received: 0 });
    const emitted$ = statuses$.pipe(tap((statuses) => status.emit(setStatus(statuses, since, isComplete()))));
    const stopped = (): void => status.emit({ phase: 'stopped' });
    const counted$ = members$.pipe(tap((current) => (members = [...current.values()])));
    return merge(merge(emitted$, counted$).pipe(ignoreElements()), batches$.pipe(store.apply)).pipe(
      // For an error, `informerOf` emits the status, before a subscriber can start the next run.
      tap({ complete: stopped, unsubscribe: stopped }),
    );
  });
  const frameClock = {
    get lastFrameAt() {
      // A set without members has nothing that can be outdated.
      if (isComplete() && current().length === 0) return asyncScheduler.now();
      // A member without a frame does not count: its status says why.
      const times = members.flatMap(({ informer }) => informer.lastFrameAt ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
  const set = informerOf<T, Index>({
    store,
    pipe$,
    status,
    frameClock,
    resetDelay,
    retry: () => members.forEach(({ informer }) => informer.retry()),
    inputs: current,
  });

  return Object.assign(set, {
    members$: members$.pipe(
      map((current) => new Map(Array.from(current, ([id, { informer }]) => [id, informer]))),
    ),
    status$: set.status$.pipe(map((value) => ({ members: none, ...value }))),
  });
}

const collision = (key: string, shown: string, hidden: string): KubeError =>
  new KubeError('fatal', `informerSet: ${shown} and ${hidden} have different objects with the key ${key}`, {
    advice: 'give the option `cluster`, so that the objects of each cluster have their own place',
  });
