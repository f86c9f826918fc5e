import {
  checkOptions,
  type ObjectKey,
  oneOf,
  OptionsError,
  pickNonEmptyStrings,
  type Rule,
} from '../objects/index.ts';
import type { ListOptions, WatchOptions } from '../source/index.ts';
import type { ClusterRequest } from './cluster-context.ts';
import type { LoggedRequest } from './logged-request.ts';

/**
 * An expected request: its verb and the properties to compare. A property with the value `undefined` must be
 * absent. A property that is not named may have any value. Do not name random properties, such as
 * `timeoutSeconds`.
 */
export type ExpectedRequest = {
  readonly verb: ClusterRequest['verb'];
  readonly resource?: string;
  readonly key?: ObjectKey;
  readonly subresource?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
} & { readonly [K in keyof (ListOptions & WatchOptions)]?: (ListOptions & WatchOptions)[K] | undefined };

/** Returns a request as one line, for example `watch pods resourceVersion=7 allowWatchBookmarks=true`. */
export function requestLine(request: ExpectedRequest): string {
  const { verb, resource, key, subresource, ...options } = request;
  const named = Object.entries(options).map(([name, value]) =>
    value === undefined ? `no ${name}` : `${name}=${String(value)}`,
  );
  return [verb, resource, key, subresource, ...named].filter((part) => part !== undefined).join(' ');
}

/** Returns a logged request in the format of an expected request. */
export function asExpected(request: LoggedRequest | ClusterRequest): ExpectedRequest {
  const { verb, options } = request;
  const inCluster: Partial<ClusterRequest> = 'resource' in request ? request : {};
  const { resource, key, subresource, labelSelector, fieldSelector } = inCluster;
  return {
    verb,
    ...(resource === undefined ? {} : { resource }),
    ...(key === undefined ? {} : { key }),
    ...pickNonEmptyStrings({ subresource, labelSelector, fieldSelector }),
    ...options,
  };
}

/** Returns whether a request has all properties of the expected request. */
export function matchesRequest(request: ExpectedRequest, expected: ExpectedRequest): boolean {
  const given: Readonly<Record<string, unknown>> = { ...request };
  return Object.entries(expected).every(([name, value]) => given[name] === value);
}

/**
 * Checks an expected request.
 *
 * @throws OptionsError for an unknown property, which would match no request, or for a missing verb
 */
export function checkRequest(letter: string, request: unknown): void {
  checkOptions(letter, request, rules);
  const { verb } = (request ?? {}) as Partial<ExpectedRequest>;
  if (verb === undefined) throw new OptionsError(`${letter}: verb`, verb, aVerb.allowed);
}

const aVerb = oneOf('list', 'watch', 'get', 'create', 'update', 'patch', 'delete', 'deletecollection');
const anything: Rule = { allowed: 'anything', test: () => true };
const rules: Readonly<Record<keyof ExpectedRequest, Rule>> = {
  verb: aVerb,
  resource: anything,
  key: anything,
  subresource: anything,
  labelSelector: anything,
  fieldSelector: anything,
  resourceVersion: anything,
  resourceVersionMatch: anything,
  limit: anything,
  sendInitialEvents: anything,
  allowWatchBookmarks: anything,
  timeoutSeconds: anything,
  shardSelector: anything,
};
