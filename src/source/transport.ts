import type { Observable } from 'rxjs';
import { REDACTED, OptionsError } from '../objects/index.ts';

/** One HTTP request to the API server. The member `path` begins with a slash. */
export interface KubeRequest {
  readonly path: string;
  /** The HTTP method. Default: `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Backpressure for the response. While the last value of `paused$` is true, a transport should not read from the
   * server, so that few bytes wait in memory. A transport may ignore `paused$`. A transport that wraps another
   * transport passes `paused$` to that transport.
   */
  readonly paused$?: Observable<boolean>;
  /**
   * A callback for a late answer. If the answer has not begun after 5 s, the transport calls the callback
   * with false. A possible reason is that a browser has no free connection. When the late answer begins, the
   * transport calls the callback with true. A transport may ignore this callback. A transport that wraps
   * another transport passes the callback to that transport.
   */
  readonly onLateAnswer?: (answered: boolean) => void;
  /**
   * A callback for warnings. The transport calls it with the text of each warning in the response headers
   * (`Warning`, code 299), before the body. A transport may ignore this callback. A transport that wraps
   * another transport passes the callback to that transport.
   */
  readonly onWarning?: (text: string) => void;
}

/**
 * Sends HTTP requests and emits the bytes of the responses. Pages, watch frames, decoding and errors are the
 * same for all transports.
 */
export interface Transport {
  /**
   * Returns a cold Observable for a request. Each subscription sends the request, emits the chunks of the
   * body, and completes.
   *
   * The Observable errors with a {@link StatusError} for every status except 2xx, also for a redirect. It
   * errors with a {@link ConnectionError} if the answer is missing or incomplete. An unsubscribe aborts the
   * request at any time, even before the headers have arrived, and closes the socket.
   *
   * The buffer of a chunk may be detached after one subscriber has read the chunk. A wrapper that keeps,
   * shares or replays chunks has to copy the chunks. A read of a detached chunk fails with a
   * {@link ProtocolError}.
   */
  open(request: KubeRequest): Observable<Uint8Array>;
  /**
   * Redacts the credentials of this transport in a text. The method is necessary because errors quote
   * responses, and a response can repeat its request. A transport that wraps another transport has the same
   * `redact`.
   */
  readonly redact?: (text: string) => string;
}

/** The part of a request that errors contain, without the query, the headers and the body. */
export type RequestLine = Pick<KubeRequest, 'path' | 'method'>;

/** The resource that the path of a request names. */
export interface RequestedResource {
  /** The API group. `''` means the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** The namespace in the path, or `''` if the path has no namespace. */
  readonly namespace: string;
  /** The name of the object, or `''` for a collection. */
  readonly name: string;
  readonly subresource: string;
}

/**
 * Returns the method and the path of a request, for example `GET /api/v1/pods`, with at most 300 characters
 * of the path.
 */
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
 * Returns the path and the query of a request. A transport appends the result to the address of the server.
 *
 * @param extra - query parameters that the request can override
 * @throws OptionsError for a body that is not a string (it would be sent as `[object Object]`), for a path to another
 * server (`//host`), and for a path with a query
 */
export function requestTarget(
  { path, query, body }: KubeRequest,
  extra: Readonly<Record<string, string>> = {},
): string {
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(path) || dotSegment.test(path)) {
    throw new OptionsError(
      'request: path',
      path,
      "a path: it begins with one slash and has no blank, \\, ? or #, and no part '.' or '..'",
    );
  }
  if (body !== undefined && typeof body !== 'string') {
    throw new OptionsError('request: body', REDACTED, 'a string: give JSON.stringify(object)');
  }
  const parameters = new URLSearchParams({ ...extra, ...query }).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}

/**
 * Matches the parts `.` and `..` of a path, also in their escaped forms. `fetch` and `URL` resolve these parts, so the
 * request would go to another path.
 */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Removes slashes at the end of the address of a server, so that a path can be appended. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
