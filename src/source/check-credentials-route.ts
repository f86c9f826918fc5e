import { OptionsError } from '../objects/index.ts';

/** The destination of a request with credentials. */
export interface CredentialsRoute {
  /** The function that the user called, for the message. */
  readonly of: string;
  readonly url: URL;
  /** The host of the proxy, if there is one. A loopback address behind a proxy is the proxy's own. */
  readonly proxyHost?: string | undefined;
  /** The user's option. */
  readonly allowInsecureCredentials: boolean | undefined;
}

/**
 * For transports: call it before credentials are sent. Over plain `http:` every machine on the route can read them, so only a
 * loopback address is allowed. kubectl sends no credentials over `http:`, and client-node refuses.
 *
 * @throws OptionsError for an `http:` URL of another machine, unless the user allows it
 */
export function checkCredentialsRoute(route: CredentialsRoute): void {
  const { of, url, proxyHost = 'localhost', allowInsecureCredentials } = route;
  if (url.protocol !== 'http:' || allowInsecureCredentials === true) return;
  if (isLoopback(url.hostname) && isLoopback(proxyHost)) return;
  throw new OptionsError(
    `${of}: server`,
    url.origin,
    'an https URL where credentials are sent',
    'over http everyone on the way can read the credentials, so nothing was sent; use https, a loopback address such as 127.0.0.1 without a proxy, or allowInsecureCredentials: true',
  );
}

/** @param host - of a `URL`, which writes `127.1` and `0x7f000001` as `127.0.0.1` */
const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/i.test(host);

/** Whether the names of the headers show that a request carries a credential, as `X-Goog-IAP-JWT-Assertion`. */
export const hasCredentials = (headerNames: Iterable<string>): boolean =>
  [...headerNames].some((name) => credentialName.test(name));

// For a WebSocket a browser can send a bearer token only in Sec-WebSocket-Protocol.
const credentialName =
  /^cookie$|^sec-websocket-protocol$|auth|token|jwt|assertion|credential|secret|passw|session|signature|(api|access|account|functions|private|subscription)[-_]?key$/i;
