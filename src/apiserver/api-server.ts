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
  /** Straight into the server, without a socket and in virtual time; trusted unless a request brings credentials. */
  readonly transport: Transport;
  /** The objects without a request, for seeds and simulators. */
  readonly objects: ObjectAccess;
  /** Where it listens: the last address; `undefined` before `listen` has resolved. */
  readonly url: string | undefined;
  /** Of the newest write. The first comes from the clock, so that a server that is started later has later ones. */
  readonly resourceVersion: string;
  /**
   * The last requests, oldest first, over HTTP and in the process; those under way go on being written. At most 10,000, with
   * 16 Mi characters in their texts together.
   */
  readonly requests: readonly ApiRequestRecord[];
  /** What is to go wrong, by request: over HTTP and in the process alike. */
  readonly faults: ServerFaults;
  /**
   * Creates objects as they are read from files, lists too, in whatever order: definitions and namespaces come first. They
   * keep the uid, the times and the status that they bring; namespaces that they need are made. Those in front of one that is
   * refused stay.
   *
   * @throws OptionsError for a kind that the server does not have, StatusError for what a client would be refused for; the
   * message names the object: `seed[2]: …`
   */
  seed(objects: readonly unknown[], options?: SeedOptions): void;
  /**
   * Serves HTTP, by default on a free port of `127.0.0.1`; resolves with the address. Rejects with an `OptionsError` for a
   * host that other machines can reach, where there are no tokens.
   */
  listen(options?: ListenOptions): Promise<{ readonly url: string }>;
  /**
   * A kubeconfig for kubectl and any client, with the first of the tokens.
   *
   * @throws Error before `listen` has resolved
   */
  kubeConfig(): string;
  /** Forgets the history at once: every version handed out so far is too old from now on. Open watches go on. */
  compact(): void;
  /** Sends a bookmark to every watch that asked for bookmarks. */
  bookmarkNow(): void;
  /** Ends every watch, as a server does when their time is over. */
  endWatches(): void;
  /**
   * As a restart looks from outside: every connection breaks off, and new ones are taken at the same address. With `lost`
   * every version handed out so far is too old from then on; by default the history is kept.
   */
  restart(options?: { readonly history?: 'kept' | 'lost' }): Promise<void>;
  /** All that the server holds, as JSON; nothing is copied, so that it costs little. */
  snapshot(): ServerSnapshot;
  /**
   * Puts everything back, each object with its uid and its version. The server's own version never goes back: what was
   * handed out before is too old from now on, and open watches end.
   *
   * @throws OptionsError for what is no snapshot
   */
  restore(snapshot: ServerSnapshot): void;
  /** Empties {@link requests}. */
  forgetRequests(): void;
  /** Ends every watch and every connection; nothing is left open. Objects are out of reach then: `snapshot()` is not. */
  close(): Promise<void>;
}

/**
 * Makes an API server, with the built-in types and those given, and with what a new cluster has: namespaces,
 * roles, the priority classes of the system, the service `kubernetes`.
 *
 * It keeps to the list and watch protocol of Kubernetes 1.36: one history of resource versions, paged and exact lists,
 * resumed and streamed watches, bookmarks, 410, optimistic concurrency, statuses with the texts of the real one. There
 * are no controllers but what empties a namespace, ends a pod whose time is over, and collects garbage.
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
 * In hundredths of a millisecond, far below 2^53: a server that is started again later goes on with
 * later versions, so that its clients notice that their history is gone.
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
    emptying: new Set(),
    access: accessOf(options, storage, now),
    shardedLists: options.shardedLists ?? false,
    times: { bookmarkInterval, watchTimeout, futureVersionTimeout, requestTimeout },
    openApiV2Documents: new OpenApiV2Documents(),
    frames: new FrameCache(now),
    initialListBudget: new Budget(mostUnsent),
    selectionLimit: new ConcurrencyLimit(2, 6),
    evictionLimit: new ConcurrencyLimit(2, 6),
    clock,
    faults: new Faults(),
    requests: new RequestLog(),
    cors: allowedOrigins(options.cors ?? { origins: [] }),
    ...signals,
  };
}

/** Objects: the references to them take 8 bytes in each watch, which is 256 MiB for all watches together. */
const mostUnsent = 32 * 1_048_576;
