import {
  anObject,
  checkArgument,
  ConnectionError,
  type GroupVersionResource,
  integer,
  KubeError,
  type KubeObject,
  type ObjectKey,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import type { ListWatchOptions } from '../source/index.ts';
import { type ClusterRequest, createClusterContext, createRoom, type Room } from './cluster-context.ts';
import type { VirtualClusterOptions } from './cluster-options.ts';
import type { LoggedListerWatcher, Requests } from './ledger.ts';
import { isOlder } from './machine/history.ts';
import { aRefusal, refusal } from './refusal.ts';
import { virtualCollection, type VirtualCollection } from './virtual-collection.ts';

/** Which collection: as the constants of `rx-informer/kinds` say, or just `'pods'`, `'widgets.example.com'`. */
export type CollectionName<T extends KubeObject = KubeObject> = GroupVersionResource<T> | string;

/** The objects of a virtual cluster at one moment, for {@link VirtualCluster.restore}. */
export interface ClusterSnapshot {
  readonly resourceVersion: string;
  /** By resource. */
  readonly collections: ReadonlyMap<string, ReadonlyMap<ObjectKey, KubeObject>>;
}

/** A small API server on the RxJS clock, with the log of all that it was asked. */
export interface VirtualCluster extends Requests<ClusterRequest> {
  /** The version of the last write, to whichever collection. */
  readonly resourceVersion: string;
  /** A collection; the same one for the same group and plural, whichever version is named. */
  collection<T extends KubeObject = KubeObject>(resource: CollectionName<T>): VirtualCollection<T>;
  /** `collection(resource).listerWatcher(scope)` */
  listerWatcher<T extends KubeObject = KubeObject>(
    resource: CollectionName<T>,
    scope?: Pick<ListWatchOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  ): LoggedListerWatcher<T>;
  /** `collection(resource).objects()` */
  objects<T extends KubeObject = KubeObject>(resource: CollectionName<T>): readonly T[];
  /**
   * Forgets the history up to a version. Default: all of it. A request for an older version is 410 from now on, and so
   * is a watch that lags behind it; open watches that do not go on.
   */
  compact(resourceVersion?: string): void;
  /** A copy of all objects, as a backup. */
  snapshot(): ClusterSnapshot;
  /**
   * Goes back to a snapshot, versions too, as a server whose etcd was restored from a backup. Default: an empty cluster
   * at version 1, as a server that was replaced. Open watches break off, and there is no history.
   */
  restore(snapshot?: ClusterSnapshot): void;
  /** Ends all open watches: in a clean way, as a server does that restarts, or with an error. */
  endWatches(error?: KubeError): void;
  /** Refuses the writes that come next, so many of them. A number is the code of a `StatusError`. */
  refuseWrites(error: KubeError | number, times?: number): void;
}

/**
 * A small API server in virtual time: collections with a history, lists in pages of one state, watches with bookmarks,
 * conflicts, finalizers, 410s; what the code under test writes comes back as events, late if wanted.
 *
 * There is no admission: no defaults, no schemas, no garbage collection, and every field can be selected by. The uid,
 * the times and `generation` are its own. `rx-informer/apiserver` is the one that answers as the real one does.
 *
 * @throws OptionsError for an option that is none
 *
 * @example
 * ```ts
 * const cluster = virtualCluster({ latency: 5, lag: 20 });
 * const pods = cluster.collection<Pod>('pods');
 * pods.put(pod('a'));
 * const changes$ = informer(pods.listerWatcher()).changes();
 * const renamed$ = pods.patch('default/a', { metadata: { labels: { app: 'web' } } });
 * ```
 */
export function virtualCluster(options: VirtualClusterOptions = {}): VirtualCluster {
  const context = createClusterContext(options);
  const { clock, ended, refusals } = context;
  const rooms = new Map<string, { readonly room: Room<KubeObject>; readonly collection: unknown }>();

  const collectionOf = <T extends KubeObject>(resource: CollectionName<T>): VirtualCollection<T> => {
    const name = nameOf(resource);
    let found = rooms.get(name);
    if (found === undefined) {
      const room = createRoom<T>(name, context);
      found = { room: room as unknown as Room<KubeObject>, collection: virtualCollection(room, context) };
      rooms.set(name, found);
    }
    return found.collection as VirtualCollection<T>;
  };

  return {
    ...context.ledger.log,
    get resourceVersion() {
      return clock.version;
    },
    collection: collectionOf,
    listerWatcher: (resource, scope) => collectionOf(resource).listerWatcher(scope),
    objects: (resource) => collectionOf(resource).objects(),
    compact: (resourceVersion = clock.version) => {
      if (isOlder(clock.version, resourceVersion) || !/^[1-9]\d*$/.test(resourceVersion)) {
        throw new OptionsError(
          'compact: resourceVersion',
          resourceVersion,
          `a version up to ${clock.version}`,
        );
      }
      if (!isOlder(clock.compactedAt, resourceVersion) && clock.compactedAt !== '0') return;
      clock.compactedAt = resourceVersion;
      for (const { room } of rooms.values()) room.collection.history.forget(resourceVersion);
    },
    snapshot: () => ({
      resourceVersion: clock.version,
      collections: new Map(
        Array.from(rooms, ([name, { room }]) => [name, new Map(room.collection.objects)] as const),
      ),
    }),
    restore: (snapshot = empty) => {
      checkArgument('restore: snapshot', snapshot, aSnapshot);
      clock.restore(snapshot.resourceVersion);
      for (const name of snapshot.collections.keys()) collectionOf(name);
      for (const [name, { room }] of rooms)
        room.collection.restore(snapshot.collections.get(name) ?? new Map());
      ended.next(new ConnectionError('the server was restored'));
    },
    endWatches: (error) => {
      if (error !== undefined) checkArgument('endWatches: error', error, aKubeError);
      ended.next(error);
    },
    refuseWrites: (error, times = 1) => {
      if (typeof error !== 'number') checkArgument('refuseWrites: error', error, aKubeError);
      else checkArgument('refuseWrites: error', error, aRefusal);
      checkArgument('refuseWrites: times', times, integer(1));
      const refused = typeof error === 'number' ? refusal(error) : error;
      refusals.push(...Array.from({ length: times }, () => refused));
    },
  };
}

function nameOf(resource: unknown): string {
  checkArgument('collection: resource', resource, aCollection);
  if (typeof resource === 'string') return resource;
  const { group, resource: plural } = resource as GroupVersionResource;
  return group === '' ? plural : `${plural}.${group}`;
}

const aCollection: Rule = {
  allowed:
    "a plural name ('pods', 'widgets.example.com'), or a collection: { group: 'apps', version: 'v1', resource: 'deployments' }",
  test: (given) =>
    typeof given === 'string'
      ? /^[a-z][a-z0-9-]*(\.[a-z0-9.-]+)?$/.test(given)
      : anObject.test(given) &&
        ['group', 'resource'].every((name) => typeof (given as Record<string, unknown>)[name] === 'string'),
};
const empty: ClusterSnapshot = { resourceVersion: '1', collections: new Map() };
const aSnapshot: Rule = {
  allowed: 'what snapshot() gave',
  test: (given) => anObject.test(given) && (given as Partial<ClusterSnapshot>).collections instanceof Map,
};
const aKubeError: Rule = { allowed: 'a KubeError', test: (given) => given instanceof KubeError };
