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
 * Where a server listens. kubectl and client-go send no token over plain HTTP: with `tokens` they need `tls`.
 *
 * @example
 * ```ts
 * const server = createApiServer({ tokens: { 'a-token': 'admin' } });
 * const { url } = await server.listen({ host: '0.0.0.0', port: 6443, tls: true });
 * ```
 */
export interface ListenOptions {
  /** Default 0: any that is free. */
  readonly port?: number;
  /** Default `127.0.0.1`; what other machines can reach is refused where the server has no tokens. */
  readonly host?: string;
  /**
   * HTTPS: `true` with a certificate made here, which `kubeConfig()` brings its clients to trust, or with one of your own,
   * in PEM; `ca` is for the kubeconfig.
   */
  readonly tls?: boolean | Certificate;
}

/**
 * How an API server is made; times are in ms, and pass on `clock`. Defaults are kube-apiserver's, but for what says otherwise.
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
  /** Served besides the built-in types. */
  readonly resources?: readonly ResourceDefinition[];
  /**
   * Users by bearer token; none: everybody may come in, and do everything. A user given as a name may do everything
   * too; for one given as an object, roles and bindings on the server decide (RBAC).
   */
  readonly tokens?: Readonly<Record<string, string | TokenUser>>;
  /** What a user may do, in place of roles and bindings. */
  readonly authorize?: (attributes: AccessAttributes) => boolean;
  /**
   * Default true: objects whose owners have all gone are deleted, a moment later. Without it the finalizers
   * `foregroundDeletion` and `orphan` stay until somebody takes them away.
   */
  readonly garbageCollector?: boolean;
  /** Pages of which origins may read the answers, write, and open WebSockets; default none. */
  readonly cors?: Cors;
  /** Default 3,600,000: how long an event stays after it was written last; 0: for ever. */
  readonly eventTtl?: number;
  /** Default 60,000; 0: bookmarks come only 2 s before a watch's deadline, and when asked for. */
  readonly bookmarkInterval?: number;
  /** Default 1,800,000: how long a watch lives that names no time of its own, up to twice that by chance. */
  readonly watchTimeout?: number;
  /** Default 3,000: how long a request for a version that is still to come is kept waiting. */
  readonly futureVersionTimeout?: number;
  /** Default 60,000: how long a request may take to come in over HTTP, and its answer to be read. */
  readonly requestTimeout?: number;
  /** Default 10,000: writes to each resource that are remembered; a watch further behind is cut. */
  readonly historySize?: number;
  /**
   * Default 0: the history is as long as `historySize` says. Else it is forgotten by age too, every so many ms up to where
   * the server was the time before; kube-apiserver does that every 300,000.
   */
  readonly compactionInterval?: number;
  /**
   * Default false, as Kubernetes 1.36 has it: `shardSelector` is passed over. True: it is heeded, as with the gate
   * `ShardedListAndWatch`.
   */
  readonly shardedLists?: boolean;
  /**
   * Everything that takes time takes it on this scheduler, and timestamps are its own: {@link manualClock}, or any of RxJS.
   * Default `asyncScheduler`, which a `TestScheduler` sets.
   */
  readonly clock?: SchedulerLike;
  /** Ms since 1970, for timestamps; default what `clock` says. */
  readonly now?: () => number;
  /** For uids, generated names and the length of watches; default `Math.random`. */
  readonly random?: () => number;
}

/** @throws OptionsError */
export function checkApiServerOptions(options: ApiServerOptions | undefined): void {
  checkOptions('createApiServer', options, apiServerRules());
  options?.resources?.forEach(checkDefinition);
}

/**
 * The options of a server that is to be full and to listen.
 *
 * @param of - the function called
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

/** Writes to each resource that are remembered. */
export const defaultHistory = 10_000;

/** @throws OptionsError */
export function checkRestartOptions(options: object | undefined): void {
  checkOptions('restart', options, { history: oneOf('kept', 'lost') });
}

/**
 * @param hasTokens - whether somebody without a token is turned away
 * @throws OptionsError, also for a host that others can reach where everybody may come in
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

/** What is misspelt would be passed over in silence. */
const hasOnly = (given: object, ...names: readonly string[]): boolean =>
  Object.keys(given).every((name) => names.includes(name));

const isTexts = (given: unknown): boolean => Array.isArray(given) && given.every(isNonEmptyString);
