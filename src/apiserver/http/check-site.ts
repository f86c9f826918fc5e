import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { isLoopback } from './loopback.ts';
import type { ApiRequest } from './request.ts';

/**
 * Refuses requests from pages of other sites. A browser sends their writes and WebSocket requests without a preflight,
 * so it would be too late to withhold the answer. With DNS rebinding, a browser treats the server as the page's own
 * site.
 *
 * @throws Refusal 403 with the option to set
 */
export function checkSite({ access, cors }: ServerContext, request: ApiRequest): void {
  const { listensOn, method, headers } = request;
  if (listensOn === undefined) return; // in-process requests do not come from a browser
  const { host = '', origin = '' } = headers;
  if (access.tokens.size === 0 && !isOurs(host, listensOn)) throw foreignHost(host);
  const acts = writes.has(method) || headers['upgrade'] !== undefined;
  if (acts && origin !== '' && !isSameHost(origin, host) && !cors(origin)) throw foreignOrigin(origin);
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Checks that the `Host` header is a name of this machine, or the host on which the server listens. HTTP/1.0 has no
 * `Host` header.
 */
function isOurs(host: string, listensOn: string): boolean {
  if (!/^[a-z0-9.:[\]-]*$/i.test(host)) return false; // a URL ends the host at a `/` or a `#`
  const name = host
    .replace(/:[0-9]*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  return name === '' || isLoopback(name) || name === listensOn.toLowerCase();
}

/**
 * Checks that the page comes from the host of the request. Compares the port too, because other sites may use other
 * ports.
 */
function isSameHost(origin: string, host: string): boolean {
  try {
    const { protocol, host: own } = new URL(origin);
    return new URL(`${protocol}//${host}`).host === own;
  } catch {
    return false; // `null`, or not a URL
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
