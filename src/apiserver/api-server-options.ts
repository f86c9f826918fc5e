import type { SchedulerLike } from 'rxjs';
import {
  aBoolean,
  aFunction,
  anObject,
  checkOptions,
  integer,
  isRecord,
  milliseconds,
  oneOf,
  OptionsError,
  renamedFrom,
  type Rule,
} from '../objects/index.ts';
import type { AccessAttributes } from './access/attributes.ts';
import type { TokenUser } from './access/user.ts';
import type { Cors } from './http/cors.ts';
import { isLoopback } from './http/loopback.ts';
import { checkDefinition } from './resources/check-definition.ts';
import type { ResourceDefinition } from './resources/resource-definition.ts';
import type { Certificate } from './tls/certificate.ts';

/**
 * Options of `listen`: the address and the certificate. kubectl and client-go send no token over plain HTTP, so a
 * server with `tokens` needs `tls` for them.
 *
 * @example
 * ```ts
 * const server = createApiServer({ tokens: { 'a-token': 'admin' } });
 * const { url } = await server.listen({ host: '0.0.0.0', port: 6443, tls: true });
 * ```
 */
export interface ListenOptions {
  /** Port to listen on. Default 0: any free port. */
  readonly port?: number;
  /** Host to listen on. Default `127.0.0.1`. A server without tokens refuses a host that other machines can reach. */
  readonly host?: string;
  /**
   * HTTPS. `true`: with a certificate that the server makes; a kubeconfig from `kubeConfig()` contains its CA, so
   * clients trust it. An object: with your own key and certificate in PEM; `ca` goes into the kubeconfig.
   */
  readonly tls?: boolean | Certificate;
}

/**
 * Options of an API server. Times are in ms, on `clock`. The defaults are those of kube-apiserver, unless an option
 * says otherwise.
 *
 * @example
 * ```ts
 * const options: ApiServerOptions = {
 *   tokens: { 'admin-token': 'admin', 'operator-token': { user: 'operator' } },
 *   cors: { origins: ['http://localhost:4200'] },
 *   bookmarkInterval: 1_000,
 *   historySize: 500,
 * };
 * const server = createApiServer(options);
 * ```
 */
export interface ApiServerOptions {
  /** Resources that the server has in addition to the built-in types. */
  readonly resources?: readonly ResourceDefinition[];
  /**
   * Users by bearer token. Default none: every client may do everything. A user given as a name may do everything too.
   * The rights of a user given as an object come from the roles and bindings on the server (RBAC).
   */
  readonly tokens?: Readonly<Record<string, string | TokenUser>>;
  /** Decides about the rights of users, instead of roles and bindings. */
  readonly authorize?: (attributes: AccessAttributes) => boolean;
  /**
   * Whether the server deletes objects whose owners no longer exist, in a later task; default true. If false, the
   * finalizers `foregroundDeletion` and `orphan` stay until a client removes them.
   */
  readonly garbageCollector?: boolean;
  /** The origins whose pages may read the answers, write, and open WebSockets; default none. */
  readonly cors?: Cors;
  /**
   * Time in ms from the last write of an event to its deletion; default 3,600,000. 0: the server never deletes events.
   */
  readonly eventTtl?: number;
  /**
   * Time in ms between two bookmarks of a watch; default 60,000. 0: the server sends bookmarks only 2 s before the
   * deadline of a watch, and when `bookmarkNow` is called.
   */
  readonly bookmarkInterval?: number;
  /**
   * Duration in ms of a watch without `timeoutSeconds`; default 1,800,000. Each watch lasts, at random, between this
   * value and twice this value.
   */
  readonly watchTimeout?: number;
  /** Time in ms for which a request waits for a resourceVersion that the server has not reached yet; default 3,000. */
  readonly futureVersionTimeout?: number;
  /** Time in ms for a request to arrive over HTTP, and for its client to read the answer; default 60,000. */
  readonly requestTimeout?: number;
  /**
   * Number of writes to each resource in the history; default 10,000. The server ends a watch that falls further
   * behind.
   */
  readonly historySize?: number;
  /**
   * Interval in ms at which the server drops history by age, each time up to the revision at the previous time;
   * kube-apiserver uses 300,000. Default 0: only `historySize` limits the history.
   */
  readonly compactionInterval?: number;
  /**
   * Whether the server applies `shardSelector`, as with the feature gate `ShardedListAndWatch`. Default false, as in
   * Kubernetes 1.36: the server ignores `shardSelector`.
   */
  readonly shardedLists?: boolean;
  /**
   * The scheduler for everything that takes time, and for timestamps: {@link manualClock}, or a scheduler of RxJS.
   * Default `asyncScheduler`, which a `TestScheduler` controls.
   */
  readonly clock?: SchedulerLike;
  /** Returns the time for timestamps, in ms since 1970; default: the time of `clock`. */
  readonly now?: () => number;
  /** Returns a random number for uids, generated names and the duration of watches; default `Math.random`. */
  readonly random?: () => number;
}

/** @throws OptionsError */
export function checkApiServerOptions(options: ApiServerOptions | undefined): void {
  checkOptions('createApiServer', options, apiServerRules());
  options?.resources?.forEach(checkDefinition);
}

/**
 * Checks the options of a server that is seeded and started.
 *
 * @param of - the name of the called function, for errors
 * @throws OptionsError
 */
export function checkStartOptions(of: string, options: object): void {
  checkOptions(of, options, {
    seed: { allowed: 'a list of objects', test: Array.isArray },
    faults: { allowed: 'a list of { match?, fault }', test: Array.isArray },
    snapshot: anObject,
    ...listenRules(),
    ...apiServerRules(),
  });
}

const apiServerRules = (): Readonly<Record<keyof ApiServerOptions, Rule>> => ({
  resources: { allowed: 'a list of resource definitions', test: Array.isArray },
  tokens: {
    allowed: 'names, or { user, uid?, groups?, extra? } with nothing else, by token',
    test: isUsersByToken,
    secret: true,
  },
  authorize: aFunction,
  garbageCollector: aBoolean,
  cors: { allowed: '{ origins } with nothing else, a list of origins and patterns of them', test: isCors },
  eventTtl: renamedFrom('eventLife', milliseconds(0)),
  bookmarkInterval: milliseconds(0),
  watchTimeout: milliseconds(1),
  futureVersionTimeout: milliseconds(0),
  requestTimeout: milliseconds(1),
  historySize: integer(1),
  compactionInterval: milliseconds(0),
  shardedLists: aBoolean,
  clock: aScheduler,
  now: aFunction,
  random: aFunction,
});

const listenRules = (): Readonly<Record<keyof ListenOptions, Rule>> => ({
  port: {
    allowed: 'a port from 0 to 65535',
    test: (given) => integer(0).test(given) && Number(given) < 65_536,
  },
  host: { allowed: 'a host name or address', test: isNonEmptyString },
  tls: { allowed: 'true, false, or { key, cert, ca? } in PEM', test: isTls, secret: true },
});

/** The default of `historySize`. */
export const defaultHistory = 10_000;

/** @throws OptionsError */
export function checkRestartOptions(options: object | undefined): void {
  checkOptions('restart', options, { history: oneOf('kept', 'lost') });
}

/**
 * @param hasTokens - true if the server refuses requests without a token
 * @throws OptionsError, also for a host that other machines can reach, if the server has no tokens
 */
export function checkListenOptions(options: ListenOptions | undefined, hasTokens: boolean): void {
  checkOptions('listen', options, listenRules());
  const { host = 'localhost' } = options ?? {};
  if (!hasTokens && !isLoopback(host)) {
    throw new OptionsError('listen: host', host, 'this machine alone, unless the server has tokens');
  }
}

const aScheduler: Rule = {
  allowed: 'a scheduler of RxJS',
  test: (given) => isRecord(given) && [given['now'], given['schedule']].every(aFunction.test),
};

const isTls = (given: unknown): boolean =>
  typeof given === 'boolean' ||
  (isRecord(given) &&
    hasOnly(given, 'key', 'cert', 'ca') &&
    isNonEmptyString(given['key']) &&
    isNonEmptyString(given['cert']) &&
    (given['ca'] === undefined || isNonEmptyString(given['ca'])));

const isCors = (given: unknown): boolean =>
  isRecord(given) &&
  hasOnly(given, 'origins') &&
  Array.isArray(given['origins']) &&
  given['origins'].every((origin) => isNonEmptyString(origin) || origin instanceof RegExp);

const isNonEmptyString = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isUsersByToken = (given: unknown): boolean =>
  isRecord(given) && Object.entries(given).every(([token, user]) => /^\S+$/.test(token) && isUser(user));

const isUser = (given: unknown): boolean =>
  isNonEmptyString(given) ||
  (isRecord(given) &&
    hasOnly(given, 'user', 'uid', 'groups', 'extra') &&
    isNonEmptyString(given['user']) &&
    (given['uid'] === undefined || isNonEmptyString(given['uid'])) &&
    (given['groups'] === undefined || isTexts(given['groups'])) &&
    (given['extra'] === undefined ||
      (isRecord(given['extra']) && Object.values(given['extra']).every(isTexts))));

/** Refuses other members: otherwise a misspelled member would be ignored silently. */
const hasOnly = (given: object, ...names: readonly string[]): boolean =>
  Object.keys(given).every((name) => names.includes(name));

const isTexts = (given: unknown): boolean => Array.isArray(given) && given.every(isNonEmptyString);
