import type { Observable } from 'rxjs';
import { REDACTED, OptionsError } from '../objects/index.ts';

/** One HTTP request to the API server; `path` starts with a slash. */
export interface KubeRequest {
  readonly path: string;
  /** Default `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * While its last value is true, the reader is behind: a transport reads no further from the server, so that what waits
   * stays small. A transport may ignore it; a transport that wraps another hands it on.
   */
  readonly paused$?: Observable<boolean>;
  /**
   * Called with false when the answer has not begun after 5 s, as where a browser has no connection left, and with true
   * when it then begins. A transport may ignore it; a transport that wraps another hands it on.
   */
  readonly onLateAnswer?: (answered: boolean) => void;
}

/** Bytes over HTTP: all that a transport is. Paging, framing, decoding and errors are written once, above it. */
export interface Transport {
  /**
   * Cold: each subscription sends the request; body chunks come as they arrive, then it completes.
   *
   * Errors with a {@link StatusError} for every status but 2xx (a redirect is never followed) and with a
   * {@link ConnectionError} where there was no answer or it broke off. Unsubscribing aborts at any moment, before the
   * headers too, and leaves no socket behind.
   *
   * A chunk may be emptied once the first reader of it has read it, however many subscribers share it: who wraps a
   * transport and keeps, shares or replays its chunks, copies them. One that comes emptied is a {@link ProtocolError}.
   */
  open(request: KubeRequest): Observable<Uint8Array>;
  /**
   * Hides in a text what this transport shows to say who asks: errors quote what came, and that may repeat a request. A
   * transport that wraps another hands this on.
   */
  readonly conceal?: (text: string) => string;
}

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

/**
 * For transports: what stands behind the server's address, path and query.
 *
 * @param extra - parameters that a request may overrule
 * @throws OptionsError for a body that is no string, which would be sent as `[object Object]`; for a path that could lead to another server (`//host`), or has a query of its own
 */
export function requestTarget(
  { path, query, body }: KubeRequest,
  extra: Readonly<Record<string, string>> = {},
): string {
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(path)) {
    throw new OptionsError(
      'request: path',
      path,
      'a path: it begins with one slash and has no blank, \\, ? or #',
    );
  }
  if (body !== undefined && typeof body !== 'string') {
    throw new OptionsError('request: body', REDACTED, 'a string: give JSON.stringify(object)');
  }
  const parameters = new URLSearchParams({ ...extra, ...query }).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}

/** The address of a server, to which the target of a request is added. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
