import { OptionsError } from '../objects/index.ts';

export interface CredentialsRoute {
  /** The name of the function that the program called, for the error message. */
  readonly of: string;
  readonly url: URL;
  /**
   * The host of the proxy, if a proxy is used. Behind a proxy, a loopback address in the URL means the host
   * of the proxy.
   */
  readonly proxyHost?: string | undefined;
  readonly allowInsecureCredentials: boolean | undefined;
}

/**
 * Checks whether a transport may send credentials to a URL. Call the function before the credentials are
 * sent. Over plain `http:` every host on the route can read the credentials, so only a loopback address is
 * allowed. kubectl and client-node also send no credentials over `http:`.
 *
 * @throws OptionsError for an `http:` URL of another host, unless the user allows it
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

/**
 * Returns whether a host is a loopback address.
 *
 * @param host - the host of a `URL`, which converts `127.1` and `0x7f000001` to `127.0.0.1`
 */
const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/i.test(host);

/**
 * Returns whether the name of a header shows that a request carries a credential, for example
 * `X-Goog-IAP-JWT-Assertion`.
 */
export const hasCredentials = (headerNames: Iterable<string>): boolean =>
  [...headerNames].some((name) => credentialName.test(name));

// The pattern includes Sec-WebSocket-Protocol, because in a WebSocket request a browser can send a bearer
// token only in that header.
const credentialName =
  /^cookie$|^sec-websocket-protocol$|auth|token|jwt|assertion|credential|secret|passw|session|signature|(api|access|account|functions|private|subscription)[-_]?key$/i;
