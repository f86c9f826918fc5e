import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { isLoopback } from './loopback.ts';
import type { ApiRequest } from './request.ts';

/**
 * Refuses requests from pages of other sites. A browser can send a write or a WebSocket request without a preflight.
 * Without this check, the server would handle the request before the browser reads the CORS headers of the response.
 *
 * On a server without tokens, the function also checks the `Host` header. The reason: with DNS rebinding, the host name
 * of another site points to the address of the server. The browser then treats the server as a part of the other site.
 *
 * @throws Refusal 403; the message names the option to set
 */
export function checkSite({ access, cors }: ServerContext, request: ApiRequest): void {
  const { listensOn, method, headers } = request;
  if (listensOn === undefined) return; // A browser sends no in-process requests.
  const { host = '', origin = '' } = headers;
  if (access.tokens.size === 0 && !isOurs(host, listensOn)) throw foreignHost(host);
  const acts = writes.has(method) || headers['upgrade'] !== undefined;
  if (acts && origin !== '' && !isSameHost(origin, host) && !cors(origin)) throw foreignOrigin(origin);
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Returns `true` if the `Host` header is a name of the local host, or the host on which the server listens. A request
 * of HTTP/1.0 can have no `Host` header.
 */
function isOurs(host: string, listensOn: string): boolean {
  if (!/^[a-z0-9.:[\]-]*$/i.test(host)) return false; // In a URL, a `/` or a `#` ends the host.
  const name = host
    .replace(/:[0-9]*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  return name === '' || isLoopback(name) || name === listensOn.toLowerCase();
}

/**
 * Returns `true` if the page comes from the host of the request. The function also compares the port, because other
 * sites can use other ports of the host.
 */
function isSameHost(origin: string, host: string): boolean {
  try {
    const { protocol, host: own } = new URL(origin);
    return new URL(`${protocol}//${host}`).host === own;
  } catch {
    return false; // the origin in the header is `null` or not a URL
  }
}

function foreignHost(host: string): Refusal {
  return forbidden(
    `a server without tokens is not asked as ${shown(host)}: ask it as localhost, or start it with tokens`,
  );
}

function foreignOrigin(origin: string): Refusal {
  return forbidden(
    `pages of ${shown(origin)} may not write here, nor open a WebSocket: cors.origins, or --cors-allowed-origins, allows them`,
  );
}

const forbidden = (why: string): Refusal =>
  new Refusal({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}`, details: {} });

const shown = (text: string): string => JSON.stringify(text.slice(0, 100));
