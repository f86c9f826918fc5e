import type { IncomingHttpHeaders } from 'node:http';

/** Returns the subprotocols that a client offers. */
export function protocolsOf(headers: IncomingHttpHeaders): readonly string[] {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/**
 * Converts a WebSocket subprotocol with a bearer token to an `Authorization` header, because a browser cannot set a
 * header for a WebSocket. The client has to offer a second subprotocol. The response then names the second subprotocol,
 * and does not repeat the token. An invalid token causes the status 401.
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

/** Decodes base64url. Returns an empty string for a text that is not base64url. */
const decoded = (text: string): string =>
  /^[-_A-Za-z0-9]+$/.test(text) ? Buffer.from(text, 'base64url').toString() : '';
