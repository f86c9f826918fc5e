import type { Observable } from 'rxjs';
import { REDACTED, OptionsError } from '../objects/index.ts';

/** One HTTP request to the API server. `path` begins with a slash. */
export interface KubeRequest {
  readonly path: string;
  /** Default `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Backpressure: while the last value is true, a transport should stop reading from the server, so that few bytes wait. A
   * transport may ignore `paused$`. A wrapper of another transport passes `paused$` to it.
   */
  readonly paused$?: Observable<boolean>;
  /**
   * Called with false if the answer has not begun after 5 s (for example, because a browser has no free connection), and with true
   * when the answer begins. A transport may ignore the function. A wrapper of another transport passes the function to it.
   */
  readonly onLateAnswer?: (answered: boolean) => void;
  /**
   * Called with the text of each warning in the response headers (`Warning`, code 299), before the body. A transport may ignore the
   * function. A wrapper of another transport passes the function to it.
   */
  readonly onWarning?: (text: string) => void;
}

/**
 * Sends HTTP requests and emits the bytes of the responses. Paging, framing, decoding and errors are the same for all transports.
 */
export interface Transport {
  /**
   * Returns a cold Observable: each subscription sends the request, emits the chunks of the body, and completes.
   *
   * Fails with a {@link StatusError} for every status except 2xx (a redirect is not followed), and with a {@link ConnectionError}
   * if the answer is missing or incomplete. An unsubscribe aborts the request at any time, even before the headers, and closes the
   * socket.
   *
   * The buffer of a chunk may be detached after one subscriber has read the chunk. A wrapper that keeps, shares or replays chunks
   * has to copy them. Reading a detached chunk is a {@link ProtocolError}.
   */
  open(request: KubeRequest): Observable<Uint8Array>;
  /**
   * Redacts the credentials of this transport in a text, because errors quote responses, which can repeat a request. A wrapper of
   * another transport passes `redact` on.
   */
  readonly redact?: (text: string) => string;
}

/** The part of a request that errors contain: no query, headers or body. */
export type RequestLine = Pick<KubeRequest, 'path' | 'method'>;

/** The resource that the path of a request names. */
export interface RequestedResource {
  /** `''` means the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** `''` if the path has no namespace. */
  readonly namespace: string;
  /** `''` for the collection. */
  readonly name: string;
  readonly subresource: string;
}

/** Returns method and path, for example `GET /api/v1/pods`, with at most 300 characters of the path. */
export function requestLine({ method = 'GET', path }: RequestLine): string {
  return `${method} ${path.length > longestPath ? `${path.slice(0, longestPath)}…` : path}`;
}

/** Parses the path of a collection or an object. Returns `undefined` for any other path. */
export function requestedResourceOf({ path }: RequestLine): RequestedResource | undefined {
  const parts = path.length > longestPath ? undefined : collectionOrObject.exec(path)?.groups;
  if (parts === undefined) return undefined;
  const { core, group = '', version, namespace = '', resource = '', name = '', subresource = '' } = parts;
  return { group, version: core ?? version ?? '', namespace, resource, name, subresource };
}

const longestPath = 300;

const collectionOrObject =
  /^\/(?:api\/(?<core>[^/]+)|apis\/(?<group>[^/]+)\/(?<version>[^/]+))(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+)(?:\/(?<subresource>[^/]+))?)?\/?$/;

/**
 * For transports: returns path and query, to append to the address of the server.
 *
 * @param extra - query parameters that the request can override
 * @throws OptionsError for a body that is not a string, which would be sent as `[object Object]`; for a path to another server
 * (`//host`), or with a query
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

/** Returns the address of a server, to which a request target can be appended. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
