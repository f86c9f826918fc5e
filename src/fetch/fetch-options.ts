import { aFunction, anObject, checkArgument, checkOptions, type Rule } from '../objects/index.ts';
import { requestHeaders } from './request-headers.ts';

/** The part of `fetch` that is used; pass your own to add what you need, or to test. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Where to, and as whom. */
export interface FetchTransportOptions {
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
  /** Default `globalThis.fetch`. */
  readonly fetch?: FetchLike;
}

/** Throws an OptionsError for what `fetchTransport` does not take; it shows no password and no header. */
export function checkFetchOptions(options: FetchTransportOptions): void {
  checkArgument('fetchTransport: options', options, anObject);
  checkOptions('fetchTransport', options, {
    server: aServer,
    token: { ...aFunction, secret: true },
    headers: { ...anObject, secret: true },
    fetch: aFunction,
  });
  checkArgument('fetchTransport: server', options.server, aServer);
  requestHeaders(options.headers, undefined, undefined);
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
