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

/** The part of `fetch` that is used; pass your own to add what you need, or to test. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Where to, and as whom. */
export interface FetchTransportOptions extends HeadersTimeout {
  /**
   * `https://host:6443`, with a path where the API stands behind one (`https://rancher/k8s/clusters/c-1`); `''`, or a
   * path alone, for the page's own origin.
   */
  readonly server: string;
  /**
   * Asked before each request, so that a rotated token is picked up; sent to `server` only, never across a redirect. What
   * it throws is the `cause` of the error, as it is.
   */
  readonly token?: () => string | undefined | Promise<string | undefined>;
  /** Sent with each request; those of the request itself count before them. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Default false: a token, or a header that holds a credential, goes to an `https:` server, or to one of this machine
   * (`127.0.0.0/8`, `::1`, `localhost`), and over plain `http:` nowhere else: the call throws an `OptionsError`; where only
   * the request shows it, the request fails with one, and nothing is sent. On Node a proxy of another machine that
   * `HTTP_PROXY` names can read them too: with `NODE_USE_ENV_PROXY=1` list the server in `NO_PROXY`. A proxy agent that the
   * program has set, `http.setGlobalProxyFromEnv()` included, may lead to any proxy, and counts as one of another machine. Set it
   * to true where the network itself is trusted or encrypted.
   */
  readonly allowInsecureCredentials?: boolean;
  /**
   * Default `globalThis.fetch`. On Node the default is given a dispatcher that refuses answers with more than five content codings,
   * which would else end the process when they are aborted (undici 6 and 7); a function of your own is not.
   */
  readonly fetch?: FetchLike;
}

/** Throws an OptionsError for what `fetchTransport` does not take; it shows no password and no header. */
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

/** Throws an OptionsError for a URL to which credentials may not go; a path alone is of the page's own origin. */
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
  secret: true, // it may hold a password
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

/** The part of Node's `process` that is read. A browser has none. */
interface NodeProcess {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly execArgv?: readonly string[];
}

/**
 * The host of the proxy that Node's `fetch` sends an `http:` request to; `undefined`: none. Node reads `HTTP_PROXY` and
 * `NO_PROXY` where `NODE_USE_ENV_PROXY=1` or `--use-env-proxy` asks for it.
 */
function envProxyHost({ protocol, hostname, port }: URL): string | undefined {
  const { env = {}, execArgv = [] } =
    (globalThis as { readonly process?: NodeProcess | undefined }).process ?? {};
  if (protocol !== 'http:') return undefined;
  const flags = `${execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`;
  const isAsked = env['NODE_USE_ENV_PROXY'] === '1' || /--use[-_]env[-_]proxy/.test(flags);
  const agent = proxyAgent();
  // An agent that the program has set, or `http.setGlobalProxyFromEnv()`, may have options of its own: it may be any proxy.
  if (agent !== undefined && !(isAsked && agent === 'EnvHttpProxyAgent')) return 'a proxy';

  const proxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  if (!isAsked || proxy === '') return undefined;
  const excepted = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  const names = [hostname, `${hostname}:${port === '' ? '80' : port}`];
  const isExcepted = excepted
    .toLowerCase()
    .split(/[,\s]/)
    .some((name) => names.includes(name));
  if (excepted === '*' || isExcepted) return undefined;
  return URL.canParse(proxy) ? new URL(proxy).hostname : proxy;
}

/** The class of the dispatcher that the program has given Node's `fetch`, where that is one of proxies. */
function proxyAgent(): string | undefined {
  const dispatcher = (globalThis as unknown as Readonly<Record<symbol, unknown>>)[
    Symbol.for('undici.globalDispatcher.1')
  ] as { readonly constructor?: { readonly name?: unknown } } | null | undefined;
  const name = dispatcher?.constructor?.name;
  return typeof name === 'string' && name.endsWith('ProxyAgent') ? name : undefined;
}

/**
 * The headers of one request: the transport's, then the request's own, then the token. The text of no error repeats a
 * header: what `fetch` itself says of a bad one would.
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
