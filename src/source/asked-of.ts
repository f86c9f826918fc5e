import type { KubeRequest } from './transport.ts';

/** A request, as far as an error names it: without its query, headers and body. */
export type RequestLine = Pick<KubeRequest, 'path' | 'method'>;

/** The collection that the path of a request names. */
export interface Asked {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** `''`: none is named. */
  readonly namespace: string;
  /** `''`: the whole collection. */
  readonly name: string;
  readonly subresource: string;
}

/** `GET /api/v1/pods`, at most 300 characters of it. */
export function requestLine({ method = 'GET', path }: RequestLine): string {
  return `${method} ${path.length > longestPath ? `${path.slice(0, longestPath)}…` : path}`;
}

/** Undefined for a path that is none of a collection or of an object. */
export function askedOf({ path }: RequestLine): Asked | undefined {
  const parts = path.length > longestPath ? undefined : collectionOrObject.exec(path)?.groups;
  if (parts === undefined) return undefined;
  const { core, group = '', version, namespace = '', resource = '', name = '', subresource = '' } = parts;
  return { group, version: core ?? version ?? '', namespace, resource, name, subresource };
}

const longestPath = 300;

const collectionOrObject =
  /^\/(?:api\/(?<core>[^/]+)|apis\/(?<group>[^/]+)\/(?<version>[^/]+))(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+)(?:\/(?<subresource>[^/]+))?)?\/?$/;
