import { aBoolean, aFunction, anObject, checkArgument, checkOptions, type Rule } from '../objects/index.ts';
import {
  aHeadersTimeout,
  checkCredentialsRoute,
  hasCredentials,
  type HeadersTimeout,
} from '../source/index.ts';
import { envProxyHost } from './env-proxy.ts';
import { requestHeaders } from './request-headers.ts';

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
