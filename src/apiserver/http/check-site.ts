import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { isLoopback } from './loopback.ts';
import type { ApiRequest } from './request.ts';

/**
 * Keeps out the pages of other sites. A browser sends their writes and their WebSockets without asking beforehand, and
 * takes a name that was turned to this machine for a site of its own: refusing to show the answer would come too late.
 *
 * @throws Refusal 403 that says what to set
 */
export function checkSite({ access, cors }: ServerContext, request: ApiRequest): void {
  const { listensOn, method, headers } = request;
  if (listensOn === undefined) return; // no browser comes in this way
  const { host = '', origin = '' } = headers;
  if (access.tokens.size === 0 && !isOurs(host, listensOn)) throw foreignHost(host);
  const acts = writes.has(method) || headers['upgrade'] !== undefined;
  if (acts && origin !== '' && !isSameHost(origin, host) && !cors(origin)) throw foreignOrigin(origin);
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether it is a name of this machine, or the one that the server listens on; HTTP/1.0 has none. */
function isOurs(host: string, listensOn: string): boolean {
  if (!/^[a-z0-9.:[\]-]*$/i.test(host)) return false; // a URL ends the host at a `/` or a `#`
  const name = host
    .replace(/:[0-9]*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  return name === '' || isLoopback(name) || name === listensOn.toLowerCase();
}

/** Whether the page came from where the request goes: with the port, for other pages are on other ports. */
function isSameHost(origin: string, host: string): boolean {
  try {
    const { protocol, host: own } = new URL(origin);
    return new URL(`${protocol}//${host}`).host === own;
  } catch {
    return false; // `null`, or no URL
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
