import { asyncScheduler, EMPTY, merge, ReplaySubject, Subject } from 'rxjs';
import type { Transport } from '../source/index.ts';
import { accessOf } from './access/access-of.ts';
import { aggregateRoles } from './access/rbac/aggregate-roles.ts';
import { bootstrapRoles } from './access/rbac/bootstrap.ts';
import {
  type ApiServerOptions,
  checkApiServerOptions,
  checkRestartOptions,
  defaultHistory,
  type ListenOptions,
} from './api-server-options.ts';
import { unreferenced } from './clock/unreferenced.ts';
import { collectGarbage } from './collector/collect-garbage.ts';
import { compactHistory } from './compact-history.ts';
import { expireEvents } from './expire-events.ts';
import { OpenApiV2Documents } from './discovery/open-api-v2/open-api-v2.ts';
import { finishNamespaces } from './finish-namespaces.ts';
import { defineCustomResources } from './define-custom-resources.ts';
import { Faults } from './faults/faults.ts';
import { type ServerFaults, serverFaults } from './faults/server-faults.ts';
import { Budget } from './http/budget.ts';
import { ConcurrencyLimit } from './http/concurrency-limit.ts';
import { allowedOrigins } from './http/cors.ts';
import { inProcessTransport } from './http/in-process-transport.ts';
import { createInitialObjects } from './initial-objects.ts';
import { isolated } from './isolated.ts';
import { listenersOf } from './listeners.ts';
import { type ObjectAccess, objectAccess } from './object-access.ts';
import { create } from './registry/create.ts';
import { initialNamespaces } from './registry/namespace-lifecycle.ts';
import { type ApiRequestRecord, RequestLog } from './requests/request-log.ts';
import { builtInResources } from './resources/built-in-resources.ts';
import { Catalog } from './resources/catalog.ts';
import { resourceOf } from './resources/resource.ts';
import { checkSeed, seed, type SeedOptions } from './seed.ts';
import type { ServerContext } from './server-context.ts';
import { restoreSnapshot, type ServerSnapshot, snapshotOf } from './snapshot/server-snapshot.ts';
import { withStatusErrors } from './status/refusal.ts';
import { Storage } from './storage/storage.ts';
import { endTerminatingPods } from './terminating-pods.ts';
import { FrameCache } from './wire/frame-cache.ts';

/** A Kubernetes API server in memory. */
export interface ApiServer {
  /**
   * Sends requests directly to the server, without a socket. The transport also works in the virtual time of a
   * `TestScheduler`. The server trusts a request without credentials.
   */
  readonly transport: Transport;
  /** Reads and writes objects without requests, for example in test setups and simulators. */
  readonly objects: ObjectAccess;
  /** The URL of the last call of `listen`; `undefined` until `listen` has resolved. */
  readonly url: string | undefined;
  /**
   * The resourceVersion of the newest write. The first resourceVersion is computed from the clock. So a server that
   * starts later has higher resourceVersions than a server that started earlier.
   */
  readonly resourceVersion: string;
  /**
   * The last requests, oldest first. Contains requests over HTTP and in-process requests. The server updates the record
   * of a request while the request is running. The log contains at most 10,000 requests, and at most 16 Mi characters
   * in all texts together.
   */
  readonly requests: readonly ApiRequestRecord[];
  /** The faults of the server. The faults apply to requests over HTTP and to in-process requests. */
  readonly faults: ServerFaults;
  /**
   * Creates objects from files. An object may be a list of objects. The order of the objects does not matter, because
   * the server creates CustomResourceDefinitions and namespaces first. Objects keep their uid, their times and their
   * status. Missing namespaces are created. If an object is rejected, the objects that were created before it stay.
   *
   * @throws OptionsError for a kind that the server does not have. StatusError for an object that the server would also
   * reject if a client created the object. The message contains the name of the object: `seed[2]: …`
   */
  seed(objects: readonly unknown[], options?: SeedOptions): void;
  /**
   * Serves HTTP, by default on a free port of `127.0.0.1`. Resolves with the URL. If other computers can reach the host
   * and the server has no tokens, rejects with an `OptionsError`.
   */
  listen(options?: ListenOptions): Promise<{ readonly url: string }>;
  /**
   * Returns a kubeconfig for kubectl and other clients. The kubeconfig contains the first token.
   *
   * @throws Error before `listen` has resolved
   */
  kubeConfig(): string;
  /** Removes the history, so that every existing resourceVersion is too old. Open watches continue. */
  compact(): void;
  /** Sends a bookmark to every watch that has requested bookmarks. */
  bookmarkNow(): void;
  /** Ends every watch, as the server does at the deadline of a watch. */
  endWatches(): void;
  /**
   * Simulates a restart: breaks every connection, and accepts new connections at the same address. By default the
   * server keeps the history. With `history: 'lost'`, every existing resourceVersion is too old after the restart.
   */
  restart(options?: { readonly history?: 'kept' | 'lost' }): Promise<void>;
  /** Returns all objects of the server as JSON. The method is fast, because it copies no objects. */
  snapshot(): ServerSnapshot;
  /**
   * Restores a snapshot. Each object gets the uid and the resourceVersion that it has in the snapshot. The
   * resourceVersion of the server never decreases. All existing resourceVersions become too old, and open watches end.
   *
   * @throws OptionsError for an invalid snapshot
   */
  restore(snapshot: ServerSnapshot): void;
  /** Removes all requests from {@link requests}. */
  forgetRequests(): void;
  /**
   * Ends every watch and every connection, and closes the server. After `close`, `objects` throws, but `snapshot()`
   * still works.
   */
  close(): Promise<void>;
}

/**
 * Creates an API server with the built-in types, the given resources, and the initial objects of a new cluster. The
 * initial objects are namespaces, roles, the system priority classes, and the service `kubernetes`.
 *
 * The server follows the list and watch protocol of Kubernetes 1.36. The server has one history of resourceVersions for
 * all resources. The server supports paged and exact lists, resumed and streaming watches, bookmarks, 410 errors and
 * optimistic concurrency. The error messages are those of kube-apiserver.
 *
 * The server has only a few controllers: for custom resources, aggregated roles, the deletion of namespaces and pods,
 * the expiry of events, and garbage collection.
 *
 * There is no option `seed`: call the method `seed` of the server, or use `startApiServer`, which has the option.
 *
 * @throws OptionsError
 *
 * @example
 * ```ts
 * const server = createApiServer();
 * const pods = informer(listWatch(server.transport, core.v1.pods));
 * ```
 */
export function createApiServer(options?: ApiServerOptions): ApiServer {
  checkApiServerOptions(options);
  const { resources = [], tokens = {} } = options ?? {};
  const bookmarkNow$ = new Subject<void>();
  const end$ = new Subject<void>();
  const cut$ = new Subject<void>();
  const closed$ = new ReplaySubject<void>(1);
  const context = contextOf(options ?? {}, { bookmarkNow$, end$, cut$, closed$ });
  for (const definition of [...builtInResources(), ...resources]) context.catalog.add(resourceOf(definition));
  for (const { id } of context.catalog.all) context.storage.collection(id);
  for (const name of initialNamespaces)
    create(context, context.catalog.namespaces, '', { metadata: { name } });
  bootstrapRoles(context);
  createInitialObjects(context);
  context.storage.compact();

  const { garbageCollector = true, eventTtl = 3_600_000, compactionInterval = 0 } = options ?? {};
  const idle = unreferenced(context.clock);
  const controllers = merge(
    isolated('definitions', defineCustomResources(context)),
    isolated('terminating pods', endTerminatingPods(context, idle)),
    isolated('namespaces', finishNamespaces(context, context.clock)),
    isolated('aggregated roles', aggregateRoles(context)),
    isolated('events', expireEvents(context, eventTtl, idle)),
    isolated('history', compactHistory(context.storage, compactionInterval, idle)),
    isolated('garbage collector', garbageCollector ? collectGarbage(context, context.clock) : EMPTY),
  ).subscribe();
  const listeners = listenersOf(context, Object.keys(tokens));
  return {
    transport: inProcessTransport(context),
    objects: objectAccess(context, listeners.checkOpen),
    get url() {
      return listeners.url;
    },
    get resourceVersion() {
      return String(context.storage.revision);
    },
    get requests() {
      return context.requests.all;
    },
    faults: serverFaults(context, options?.historySize ?? defaultHistory),
    seed: (objects, how) => {
      checkSeed(objects, how);
      listeners.checkOpen('seed');
      withStatusErrors(() => seed(context, objects, how));
    },
    listen: (where) => listeners.listen(where),
    kubeConfig: () => listeners.kubeConfig(),
    compact: () => context.storage.compact(),
    bookmarkNow: () => bookmarkNow$.next(),
    endWatches: () => end$.next(),
    restart: async (how) => {
      checkRestartOptions(how);
      listeners.checkOpen('restart');
      if (how?.history === 'lost') context.storage.compact();
      cut$.next();
      await listeners.restart();
    },
    snapshot: () => snapshotOf(context),
    restore: (snapshot) => {
      restoreSnapshot(context, snapshot);
      end$.next();
    },
    forgetRequests: () => context.requests.clear(),
    close: async () => {
      closed$.next();
      controllers.unsubscribe();
      end$.next();
      await listeners.close();
    },
  };
}

/**
 * Returns the first revision: the time in units of 10 µs, which is far below 2^53. If a server starts again later, its
 * revisions are higher than before the restart. So the clients notice that the history is lost.
 */
const firstRevision = (now: number): number => Math.max(1, Math.floor(now * 100));

type Signals = Pick<ServerContext, 'bookmarkNow$' | 'end$' | 'cut$' | 'closed$'>;

function contextOf(options: ApiServerOptions, signals: Signals): ServerContext {
  const { clock = asyncScheduler, random = Math.random } = options;
  const { now = () => clock.now() } = options;
  const {
    bookmarkInterval = 60_000,
    watchTimeout = 1_800_000,
    futureVersionTimeout = 3000,
    requestTimeout = 60_000,
  } = options;
  const storage = new Storage(options.historySize ?? defaultHistory, firstRevision(now()));
  return {
    storage,
    catalog: new Catalog(),
    world: { now, random },
    foreignOwners: new Set(),
    namespacesBeingEmptied: new Set(),
    access: accessOf(options, storage, now),
    shardedLists: options.shardedLists ?? false,
    times: { bookmarkInterval, watchTimeout, futureVersionTimeout, requestTimeout },
    openApiV2Documents: new OpenApiV2Documents(),
    frames: new FrameCache(now),
    initialListBudget: new Budget(maxUnsent),
    selectionLimit: new ConcurrencyLimit(2, 6),
    evictionLimit: new ConcurrencyLimit(2, 6),
    clock,
    faults: new Faults(),
    requests: new RequestLog(),
    cors: allowedOrigins(options.cors ?? { origins: [] }),
    ...signals,
  };
}

/**
 * The maximum number of initial objects that wait to be sent, in all watches of the server together. The server keeps a
 * reference to each waiting object. A reference takes 8 bytes, so the references take at most 256 MiB.
 */
const maxUnsent = 32 * 1_048_576;
