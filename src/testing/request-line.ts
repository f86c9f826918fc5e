import { checkOptions, type ObjectKey, oneOf, OptionsError, type Rule } from '../objects/index.ts';
import type { ListOptions, WatchOptions } from '../source/index.ts';
import type { ClusterRequest } from './cluster-context.ts';
import type { LoggedRequest } from './logged-request.ts';

/**
 * What a letter stands for: a verb and, as far as it is to be compared, the rest. An option that is given as `undefined`
 * has to be absent; one that is not named may be anything, as `timeoutSeconds`, which is random.
 */
export type ExpectedRequest = {
  readonly verb: ClusterRequest['verb'];
  readonly resource?: string;
  readonly key?: ObjectKey;
} & { readonly [K in keyof (ListOptions & WatchOptions)]?: (ListOptions & WatchOptions)[K] | undefined };

/** A request in one line: `watch pods resourceVersion=7 allowWatchBookmarks=true`. */
export function requestLine(request: ExpectedRequest): string {
  const { verb, resource, key, ...options } = request;
  const named = Object.entries(options).map(([name, value]) =>
    value === undefined ? `no ${name}` : `${name}=${String(value)}`,
  );
  return [verb, resource, key, ...named].filter((part) => part !== undefined).join(' ');
}

/** What a log holds of a request, in the form in which it is expected. */
export function asExpected(request: LoggedRequest | ClusterRequest): ExpectedRequest {
  const { verb, options } = request;
  const { resource, key }: Partial<ClusterRequest> = 'resource' in request ? request : {};
  return {
    verb,
    ...(resource === undefined ? {} : { resource }),
    ...(key === undefined ? {} : { key }),
    ...options,
  };
}

/** Whether a request is what is expected, as far as that is said. */
export function matchesRequest(request: ExpectedRequest, expected: ExpectedRequest): boolean {
  const given: Readonly<Record<string, unknown>> = { ...request };
  return Object.entries(expected).every(([name, value]) => given[name] === value);
}

/** @throws OptionsError for what no request has: it would match none, or all of them */
export function checkRequest(letter: string, request: unknown): void {
  checkOptions(letter, request, rules);
  const { verb } = (request ?? {}) as Partial<ExpectedRequest>;
  if (verb === undefined) throw new OptionsError(`${letter}: verb`, verb, aVerb.allowed);
}

const aVerb = oneOf('list', 'watch', 'get', 'create', 'update', 'patch', 'delete');
const anything: Rule = { allowed: 'anything', test: () => true };
const rules: Readonly<Record<keyof ExpectedRequest, Rule>> = {
  verb: aVerb,
  resource: anything,
  key: anything,
  resourceVersion: anything,
  resourceVersionMatch: anything,
  limit: anything,
  sendInitialEvents: anything,
  allowWatchBookmarks: anything,
  timeoutSeconds: anything,
  shardSelector: anything,
};
