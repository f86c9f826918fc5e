import {
  aBoolean,
  aFunction,
  anObject,
  checkArgument,
  checkOptions,
  ConnectionError,
  OptionsError,
  type Rule,
  type StringMap,
} from '../objects/index.ts';
import {
  aHeadersTimeout,
  checkCredentialsRoute,
  hasCredentials,
  type HeadersTimeout,
} from '../source/index.ts';

/** The part of `fetch` that a transport uses. Pass your own function to extend `fetch`, or for a test. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** The options of `fetchTransport`: the server, the credentials, and others. */
export interface FetchTransportOptions extends HeadersTimeout {
  /**
   * The address of the API server, for example `https://host:6443`. The address can contain a path:
   * `https://rancher/k8s/clusters/c-1`. An empty address, or only a path, means the origin of the page.
   */
  readonly server: string;
  /**
   * A function that returns the bearer token. The transport calls the function before each request, so that a
   * rotated token is used. The token is sent only to `server`, never to the target of a redirect. If the
   * function throws, the request fails, and the `cause` of its error is the thrown error.
   */
  readonly token?: () => string | undefined | Promise<string | undefined>;
  /**
   * Headers that the transport sends with each request. If a request has a header with the same name, the
   * header of the request is sent.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether the transport may send credentials over plain `http:` to another host. By default, a token, or a
   * header with a credential, is sent only to an `https:` server or to the local host (`127.0.0.0/8`, `::1`,
   * `localhost`). Otherwise the call of `fetchTransport` throws an `OptionsError`. If only the headers
   * of a request contain a credential, that request fails with an `OptionsError`, and nothing is sent. Set the
   * option to true only if the network is trusted or encrypted.
   *
   * On Node a proxy on another host can also read the credentials. For a proxy of `HTTP_PROXY`, which Node uses with
   * `NODE_USE_ENV_PROXY=1`, list the server in `NO_PROXY`. A proxy agent that the program has set, also by
   * `http.setGlobalProxyFromEnv()`, counts as a proxy on another host.
   */
  readonly allowInsecureCredentials?: boolean;
  /**
   * The `fetch` function that the transport calls. Default: `globalThis.fetch`. On Node the default function
   * gets a dispatcher that rejects responses with more than five content codings. With undici 6 and 7, the
   * abort of such a response could end the process. Your own function does not get the dispatcher.
   */
  readonly fetch?: FetchLike;
}

/** Throws an OptionsError for an option that is not allowed. The error contains no password and no header. */
export function checkFetchOptions(options: FetchTransportOptions): void {
  checkArgument('fetchTransport: options', options, anObject);
  checkOptions('fetchTransport', options, {
    server: aServer,
    token: { ...aFunction, secret: true },
    headers: { ...anObject, secret: true },
    allowInsecureCredentials: aBoolean,
    fetch: aFunction,
    headersTimeout: aHeadersTimeout,
  });
  checkArgument('fetchTransport: server', options.server, aServer);
  const headers = requestHeaders(options.headers, undefined, undefined);
  if (options.token !== undefined || hasCredentials(headers.keys())) checkRoute(options.server, options);
}

/**
 * Throws an OptionsError for a URL to which no credentials may be sent. A URL that is only a path belongs to
 * the origin of the page.
 */
export function checkRoute(
  url: string,
  { allowInsecureCredentials }: Pick<FetchTransportOptions, 'allowInsecureCredentials'>,
): void {
  const base = (globalThis as { readonly location?: { readonly href?: string } }).location?.href;
  if (!URL.canParse(url, base)) return;
  const target = new URL(url, base);
  checkCredentialsRoute({
    of: 'fetchTransport',
    url: target,
    proxyHost: envProxyHost(target),
    allowInsecureCredentials,
  });
}

const aServer: Rule = {
  allowed:
    "an http or https URL without password, query and fragment; or '' or a path, for the page's own origin",
  test: (given) => typeof given === 'string' && (given === '' || (isPlain(given) && isAddress(given))),
  secret: true, // a URL can contain a password
};

const isPlain = (server: string): boolean => !/[\s\\?#]/.test(server);

function isAddress(server: string): boolean {
  if (server.startsWith('/')) return !server.startsWith('//');
  try {
    const { protocol, username, password } = new URL(server);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
}

/** The part of Node's `process` that this file reads. A browser has no `process`. */
interface NodeProcess {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly execArgv?: readonly string[];
}

/**
 * Returns the host of the proxy that Node's `fetch` uses for an `http:` request, or `undefined` without a proxy. Node reads
 * `HTTP_PROXY` and `NO_PROXY` only with `NODE_USE_ENV_PROXY=1` or `--use-env-proxy`.
 */
function envProxyHost({ protocol, hostname, port }: URL): string | undefined {
  const { env = {}, execArgv = [] } =
    (globalThis as { readonly process?: NodeProcess | undefined }).process ?? {};
  if (protocol !== 'http:') return undefined;
  const flags = `${execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`;
  const usesEnvProxy = env['NODE_USE_ENV_PROXY'] === '1' || /--use[-_]env[-_]proxy/.test(flags);
  const agent = proxyAgent();
  // The program has set its own proxy agent, for example by `http.setGlobalProxyFromEnv()`. The options of
  // this agent can name any proxy.
  if (agent !== undefined && !(usesEnvProxy && agent === 'EnvHttpProxyAgent')) return 'a proxy';

  const proxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  if (!usesEnvProxy || proxy === '') return undefined;
  const excepted = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  const names = [hostname, `${hostname}:${port === '' ? '80' : port}`];
  const isExcepted = excepted
    .toLowerCase()
    .split(/[,\s]/)
    .some((name) => names.includes(name));
  if (excepted === '*' || isExcepted) return undefined;
  return URL.canParse(proxy) ? new URL(proxy).hostname : proxy;
}

/**
 * Returns the class name of the dispatcher that the program has set for Node's `fetch`, if the dispatcher is
 * a proxy agent.
 */
function proxyAgent(): string | undefined {
  const dispatcher = (globalThis as unknown as Readonly<Record<symbol, unknown>>)[
    Symbol.for('undici.globalDispatcher.1')
  ] as { readonly constructor?: { readonly name?: unknown } } | null | undefined;
  const name = dispatcher?.constructor?.name;
  return typeof name === 'string' && name.endsWith('ProxyAgent') ? name : undefined;
}

/**
 * Creates the headers of one request: the headers of the transport, then the headers of the request, then the
 * token. Unlike the errors of `fetch`, the errors of this function contain no header.
 */
export function requestHeaders(
  fixed: StringMap | undefined,
  own: StringMap | undefined,
  token: unknown,
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries({ ...fixed, ...own })) {
    try {
      headers.set(name, value);
    } catch {
      throw new OptionsError('fetchTransport: headers', '(not shown)', 'names and values that HTTP allows');
    }
  }
  if (token === undefined || token === null || token === '') return headers;

  const bare = typeof token === 'string' ? token.trim() : '';
  if (!/^[\x21-\x7e]+$/.test(bare)) {
    throw new ConnectionError(
      'the token is not one line of printable ASCII without blanks, so nothing was sent',
    );
  }
  headers.set('authorization', `Bearer ${bare}`);
  return headers;
}
