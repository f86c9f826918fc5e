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
  REDACTED,
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
 * Options of `listen`: the address and the certificate. kubectl and client-go do not send a token over plain HTTP. So a
 * server with the option `tokens` needs `tls` for kubectl and client-go.
 *
 * @example
 * ```ts
 * const server = createApiServer({ tokens: { 'a-token': 'admin' } });
 * const { url } = await server.listen({ host: '0.0.0.0', port: 6443, tls: true });
 * ```
 */
export interface ListenOptions {
  /** The port to listen on. The default is 0: the operating system selects a free port. */
  readonly port?: number;
  /**
   * The host to listen on. The default is `127.0.0.1`. A server without tokens refuses to listen on a host that other
   * computers can reach.
   */
  readonly host?: string;
  /**
   * The certificate for HTTPS. Without a certificate, or with `false`, the server uses plain HTTP.
   *
   * - `true`: the server creates a self-signed certificate. A kubeconfig from `kubeConfig()` contains the certificate
   *   of its CA, so clients trust the server.
   * - An object: your own key and certificate in PEM. The kubeconfig contains the member `ca` of the object.
   */
  readonly tls?: boolean | Certificate;
}

/**
 * Options of an API server. All times are in ms and refer to the option `clock`. If an option has no other default, its
 * default is the value of kube-apiserver.
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
  /** Resources that the server serves in addition to the built-in types. */
  readonly resources?: readonly ResourceDefinition[];
  /**
   * Users by bearer token. By default there are no tokens, and every client may do everything. If a user is a string
   * (the name), the user may do everything. If a user is an object, the roles and bindings on the server (RBAC)
   * determine the rights of the user.
   */
  readonly tokens?: Readonly<Record<string, string | TokenUser>>;
  /** Decides whether a user may do a request. With the option `authorize`, the server ignores roles and bindings. */
  readonly authorize?: (attributes: AccessAttributes) => boolean;
  /**
   * Whether the server deletes objects whose owners no longer exist. The default is true. The deletion happens in a
   * later task of the event loop. With `false`, the finalizers `foregroundDeletion` and `orphan` stay until a client
   * removes them.
   */
  readonly garbageCollector?: boolean;
  /**
   * The origins whose web pages may read answers, write objects and open WebSockets. By default, no origin is allowed.
   */
  readonly cors?: Cors;
  /**
   * Time in ms from the last write of an event (of the kind `Event`) to its deletion. The default is 3,600,000. With 0,
   * the server never deletes events.
   */
  readonly eventTtl?: number;
  /**
   * Time in ms between two bookmarks of a watch. The default is 60,000. With 0, the server sends a bookmark only 2 s
   * before the deadline of a watch, and when `bookmarkNow` is called.
   */
  readonly bookmarkInterval?: number;
  /**
   * Minimum duration in ms of a watch without `timeoutSeconds`. The default is 1,800,000. The duration of each watch is
   * a random value between the minimum and twice the minimum.
   */
  readonly watchTimeout?: number;
  /** Time in ms that a request waits for a resourceVersion that the server has not reached. The default is 3,000. */
  readonly futureVersionTimeout?: number;
  /**
   * Maximum time in ms to receive a request over HTTP, and maximum time in ms to send the response to the client. The
   * default is 60,000.
   */
  readonly requestTimeout?: number;
  /**
   * Maximum number of writes in the history of each resource. The default is 10,000. If the history no longer contains
   * the next event of a watch, the server ends the watch.
   */
  readonly historySize?: number;
  /**
   * Interval in ms at which the server removes old history. Each time, the server notes its newest revision, and
   * removes the history before the revision that it noted one interval earlier. The default is 0: the server limits the
   * history only by `historySize`. kube-apiserver uses 300,000.
   */
  readonly compactionInterval?: number;
  /**
   * Whether the server supports `shardSelector`, as kube-apiserver does with the feature gate `ShardedListAndWatch`.
   * The default is false, as in Kubernetes 1.36. With `false`, the server ignores `shardSelector`.
   */
  readonly shardedLists?: boolean;
  /**
   * The scheduler of all timers and timestamps: {@link manualClock}, or a scheduler of RxJS. The default is
   * `asyncScheduler`, which a `TestScheduler` controls.
   */
  readonly clock?: SchedulerLike;
  /** Returns the time for timestamps, in ms since 1970. By default the server uses the time of `clock`. */
  readonly now?: () => number;
  /** Returns a random number for uids, generated names and the duration of watches. The default is `Math.random`. */
  readonly random?: () => number;
}

/**
 * Checks the options of `createApiServer`.
 *
 * @throws OptionsError for an invalid option
 */
export function checkApiServerOptions(options: ApiServerOptions | undefined): void {
  const moved = Object.keys(options ?? {}).find((name) => Object.hasOwn(otherPlaces, name));
  if (moved !== undefined) throw movedOption(moved as keyof typeof otherPlaces);
  checkOptions('createApiServer', options, apiServerRules());
  options?.resources?.forEach(checkDefinition);
}

/**
 * The options that `createApiServer` does not have. The value of each option names the calls that accept the option.
 */
const otherPlaces = {
  seed: 'startApiServer({ seed }), or server.seed(objects)',
  snapshot: 'startApiServer({ snapshot }), or server.restore(snapshot)',
  faults: 'startApiServer({ faults }), or server.faults.add(rule)',
  port: 'startApiServer({ port }), or server.listen({ port })',
  host: 'startApiServer({ host }), or server.listen({ host })',
  tls: 'startApiServer({ tls }), or server.listen({ tls })',
} as const satisfies Readonly<Record<keyof ListenOptions | 'seed' | 'snapshot' | 'faults', string>>;

/** Creates the error for an option of another call. The error does not contain the value, because the value can be a secret. */
function movedOption(name: keyof typeof otherPlaces): OptionsError {
  const place = otherPlaces[name];
  return new OptionsError(`createApiServer: ${name}`, REDACTED, `given as ${place}`, '', {
    message: `createApiServer: ${name} must be given as ${place}`,
    advice: `call ${place}`,
  });
}

/**
 * Checks the options of a server that is started with initial objects.
 *
 * @param of - the name of the called function, for error messages
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

/** The default of the option `historySize`. */
export const defaultHistory = 10_000;

/**
 * Checks the options of `restart`.
 *
 * @throws OptionsError for an invalid option
 */
export function checkRestartOptions(options: object | undefined): void {
  checkOptions('restart', options, { history: oneOf('kept', 'lost') });
}

/**
 * Checks the options of `listen`.
 *
 * @param hasTokens - whether the server rejects requests without a token
 * @throws OptionsError for an invalid option. Also throws if other computers can reach the host and the server has no
 * tokens.
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

/**
 * Returns whether an object has only the given members. With this check, the server rejects an option with a misspelled
 * member. Without the check, the server would ignore the member.
 */
const hasOnly = (given: object, ...names: readonly string[]): boolean =>
  Object.keys(given).every((name) => names.includes(name));

const isTexts = (given: unknown): boolean => Array.isArray(given) && given.every(isNonEmptyString);
