import {
  aBoolean,
  aFunction,
  checkOptions,
  integer,
  isRecord,
  milliseconds,
  OptionsError,
} from '../objects/index.ts';
import type { AccessAttributes } from './access/attributes.ts';
import type { TokenUser } from './access/user.ts';
import type { Cors } from './http/cors.ts';
import { isLoopback } from './http/loopback.ts';
import { checkDefinition } from './resources/check-definition.ts';
import type { ResourceDefinition } from './resources/resource-definition.ts';

/** How an API server is made; times are in ms. */
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
  /** Pages of which origins may read the answers; default none. */
  readonly cors?: Cors;
  /** Default 60,000; 0: bookmarks come only 2 s before a watch's deadline, and when asked for. */
  readonly bookmarkInterval?: number;
  /** Default 1,800,000: how long a watch lives that names no time of its own, up to twice that by chance. */
  readonly watchTimeout?: number;
  /** Default 3,000: how long a request for a version that is still to come is kept waiting. */
  readonly futureVersionTimeout?: number;
  /** Default 60,000: how long a request may take to come in over HTTP. */
  readonly requestTimeout?: number;
  /** Default 10,000: writes to each resource that are remembered; a watch further behind is cut. */
  readonly historySize?: number;
  /** Ms since 1970, for timestamps; default the clock of RxJS, which a `TestScheduler` sets. */
  readonly now?: () => number;
  /** For uids, generated names and the length of watches; default `Math.random`. */
  readonly random?: () => number;
}

/** @throws OptionsError */
export function checkApiServerOptions(options: ApiServerOptions | undefined): void {
  checkOptions('createApiServer', options, {
    resources: { allowed: 'a list of resource definitions', test: Array.isArray },
    tokens: { allowed: 'users by token', test: isUsersByToken, secret: true },
    authorize: aFunction,
    garbageCollector: aBoolean,
    cors: { allowed: '{ origins }, a list of origins and patterns of them', test: isCors },
    bookmarkInterval: milliseconds(0),
    watchTimeout: milliseconds(1),
    futureVersionTimeout: milliseconds(0),
    requestTimeout: milliseconds(1),
    historySize: integer(1),
    now: aFunction,
    random: aFunction,
  });
  options?.resources?.forEach(checkDefinition);
}

/**
 * @param hasTokens - whether somebody without a token is turned away
 * @throws OptionsError, also for a host that others can reach where everybody may come in
 */
export function checkListenOptions(
  options: { readonly host?: string } | undefined,
  hasTokens: boolean,
): void {
  checkOptions('listen', options, {
    port: {
      allowed: 'a port from 0 to 65535',
      test: (given) => integer(0).test(given) && Number(given) < 65_536,
    },
    host: { allowed: 'a host name or address', test: isText },
  });
  const { host = 'localhost' } = options ?? {};
  if (!hasTokens && !isLoopback(host)) {
    throw new OptionsError('listen: host', host, 'this machine alone, unless the server has tokens');
  }
}

const isCors = (given: unknown): boolean =>
  isRecord(given) &&
  Array.isArray(given['origins']) &&
  given['origins'].every((origin) => isText(origin) || origin instanceof RegExp);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isUsersByToken = (given: unknown): boolean =>
  isRecord(given) && Object.entries(given).every(([token, user]) => /^\S+$/.test(token) && isUser(user));

const isUser = (given: unknown): boolean =>
  isText(given) ||
  (isRecord(given) &&
    isText(given['user']) &&
    (given['uid'] === undefined || isText(given['uid'])) &&
    (given['groups'] === undefined || isTexts(given['groups'])) &&
    (given['extra'] === undefined ||
      (isRecord(given['extra']) && Object.values(given['extra']).every(isTexts))));

const isTexts = (given: unknown): boolean => Array.isArray(given) && given.every(isText);
