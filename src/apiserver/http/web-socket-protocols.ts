import type { IncomingHttpHeaders } from 'node:http';

/** The subprotocols that a client offers. */
export function protocolsOf(headers: IncomingHttpHeaders): readonly string[] {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/**
 * Makes a bearer token of the subprotocol that brings one: a browser can set no header. There must be another beside it,
 * for an answer that does not repeat the token; whatever is wrong with it ends as 401.
 */
export function takeToken(headers: IncomingHttpHeaders): void {
  const offered = protocolsOf(headers);
  const [first, ...more] = offered.filter((one) => one.startsWith(prefix));
  if (first === undefined) return;
  const others = offered.filter((one) => !one.startsWith(prefix));
  const token = more.length > 0 || others.length === 0 ? '' : decoded(first.slice(prefix.length));
  headers['sec-websocket-protocol'] = others.join();
  headers.authorization ??= `Bearer ${token}`;
}

const prefix = 'base64url.bearer.authorization.k8s.io.';

/** Empty for what is not base64url. */
const decoded = (text: string): string =>
  /^[-_A-Za-z0-9]+$/.test(text) ? Buffer.from(text, 'base64url').toString() : '';
