import {
  anObject,
  apiVersionOf,
  checkArgument,
  ConnectionError,
  type GroupVersionResource,
  integer,
  KubeError,
  type KubeObject,
  type ObjectKey,
  OptionsError,
  type Resource,
  type Rule,
} from '../objects/index.ts';
import { resourceClient, type ResourceClient } from '../client/index.ts';
import type { ListWatchOptions, Transport } from '../source/index.ts';
import {
  type ClusterRequest,
  createClusterContext,
  createCollectionContext,
  type CollectionContext,
} from './cluster-context.ts';
import type { VirtualClusterOptions } from './cluster-options.ts';
import type { LoggedListerWatcher, Requests } from './ledger.ts';
import { isOlder } from './machine/history.ts';
import { aRefusal, refusal } from './refusal.ts';
import { virtualCollection, type VirtualCollection } from './virtual-collection.ts';
import { virtualTransport } from './virtual-transport.ts';

/**
 * The name of a collection: a constant of `rx-informer/kinds`, or a string such as `'pods'` or `'widgets.example.com'`.
 */
export type CollectionName<T extends KubeObject = KubeObject> = GroupVersionResource<T> | string;

/** The objects of a virtual cluster at one time, for {@link VirtualCluster.restore}. */
export interface ClusterSnapshot {
  readonly resourceVersion: string;
  /** The objects by key, for each resource. */
  readonly collections: ReadonlyMap<string, ReadonlyMap<ObjectKey, KubeObject>>;
}

/** A small API server in memory that uses the RxJS clock and logs all requests. */
export interface VirtualCluster extends Requests<ClusterRequest> {
  /** The resourceVersion of the last write to any collection. */
  readonly resourceVersion: string;
  /** Returns a collection. All API versions of the same group and plural return the same collection. */
  collection<T extends KubeObject = KubeObject>(resource: CollectionName<T>): VirtualCollection<T>;
  /**
   * Sends requests to the cluster as to an API server, for code that takes a `Transport`. The only subresource is
   * `status`.
   */
  readonly transport: Transport;
  /** Returns a client. The call is short for `resourceClient(transport, resource)`. */
  client<T extends KubeObject>(resource: Resource<T>): ResourceClient<T>;
  /** Returns a source for an informer. The call is short for `collection(resource).listerWatcher(scope)`. */
  listerWatcher<T extends KubeObject = KubeObject>(
    resource: CollectionName<T>,
    scope?: Pick<ListWatchOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  ): LoggedListerWatcher<T>;
  /** Returns the objects of a collection. The call is short for `collection(resource).objects()`. */
  objects<T extends KubeObject = KubeObject>(resource: CollectionName<T>): readonly T[];
  /**
   * Forgets the history of writes up to a resourceVersion. Default: the whole history. A later request for an
   * older version fails with 410. An open watch that has not emitted all forgotten writes also fails with
   * 410. Other open watches continue.
   */
  compact(resourceVersion?: string): void;
  /** Returns a copy of all objects, as a backup. */
  snapshot(): ClusterSnapshot;
  /**
   * Restores the objects and resourceVersions of a snapshot, as a server does after its etcd was restored from a
   * backup. Without a snapshot, the cluster is empty at version 1, as after the replacement of the server.
   * Open watches fail with a `ConnectionError`, and the history is empty.
   */
  restore(snapshot?: ClusterSnapshot): void;
  /**
   * Ends all open watches. Without an error, the watches complete, as when a server restarts. With an error,
   * the watches end with the error.
   */
  endWatches(error?: KubeError): void;
  /**
   * Refuses the next writes with an error. `times` is the number of these writes, with the default 1. A
   * number as `error` is the code of a `StatusError`.
   */
  refuseWrites(error: KubeError | number, times?: number): void;
}

/**
 * Creates a small API server in virtual time. The server has collections with a history, lists in pages of one state,
 * watches with bookmarks, conflicts, finalizers and the error 410. The code under test gets its own writes as
 * watch events, with a delay if you set `lag`.
 *
 * The cluster has no admission, defaults, schemas or garbage collection. Every field can be used in a field
 * selector. The cluster itself sets uid, timestamps and `generation`. For the answers of a real API server,
 * use `rx-informer/apiserver`.
 *
 * @throws OptionsError for an unknown or invalid option
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
  const { clock, watchesEnded$, refusals } = context;
  const collections = new Map<
    string,
    { readonly collectionContext: CollectionContext<KubeObject>; readonly collection: unknown }
  >();

  const entryOf = (name: string) => {
    let found = collections.get(name);
    if (found === undefined) {
      const collectionContext = createCollectionContext<KubeObject>(name, context);
      found = { collectionContext, collection: virtualCollection(collectionContext, context) };
      collections.set(name, found);
    }
    return found;
  };
  /**
   * Returns a collection. If `resource` is a constant with a kind, the objects of the collection get the `apiVersion`
   * and `kind` of the constant, as from a server.
   */
  const typedEntryOf = (resource: CollectionName) => {
    const entry = entryOf(nameOf(resource));
    const { kind } = (typeof resource === 'string' ? {} : resource) as Partial<Resource>;
    if (typeof resource !== 'string' && kind !== undefined)
      entry.collectionContext.collection.type ??= { apiVersion: apiVersionOf(resource), kind };
    return entry;
  };
  const collectionOf = <T extends KubeObject>(resource: CollectionName<T>): VirtualCollection<T> =>
    typedEntryOf(resource).collection as VirtualCollection<T>;
  const transport = virtualTransport(context, (name) => entryOf(name).collectionContext);

  return {
    ...context.ledger.log,
    get resourceVersion() {
      return clock.version;
    },
    collection: collectionOf,
    transport,
    client: (resource) => {
      typedEntryOf(resource);
      return resourceClient(transport, resource);
    },
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
      for (const { collectionContext } of collections.values())
        collectionContext.collection.history.forget(resourceVersion);
    },
    snapshot: () => ({
      resourceVersion: clock.version,
      collections: new Map(
        Array.from(
          collections,
          ([name, { collectionContext }]) => [name, new Map(collectionContext.collection.objects)] as const,
        ),
      ),
    }),
    restore: (snapshot = empty) => {
      checkArgument('restore: snapshot', snapshot, aSnapshot);
      clock.restore(snapshot.resourceVersion);
      for (const name of snapshot.collections.keys()) collectionOf(name);
      for (const [name, { collectionContext }] of collections)
        collectionContext.collection.restore(snapshot.collections.get(name) ?? new Map());
      watchesEnded$.next(new ConnectionError('the server was restored'));
    },
    endWatches: (error) => {
      if (error !== undefined) checkArgument('endWatches: error', error, aKubeError);
      watchesEnded$.next(error);
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
