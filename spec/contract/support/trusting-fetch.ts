import { runInThisContext } from 'node:vm';
import type { FetchLike } from '../../../src/fetch/index.ts';
import { frontIdentity } from './tls-front.ts';

/**
 * Returns Node's own `fetch` with an additional certificate authority. Node accepts an additional authority only at
 * its start, or with a dispatcher of its built-in undici. This function finds the class of the dispatcher through the
 * global symbol of undici.
 */
export function fetchThatTrusts(ca: string): FetchLike {
  let dispatcher: object | undefined;
  return (url, init) =>
    fetch(url, { ...init, dispatcher: (dispatcher ??= makeDispatcher(ca)) } as RequestInit);
}

/** A `fetch` that trusts the certificate of the TLS proxy in `tls-front.ts`. */
export const trustingFetch: FetchLike = fetchThatTrusts(frontIdentity.cert);

type MakeAgent = new (options: object) => object;

function makeDispatcher(ca: string): object {
  const outside = runInThisContext('fetch("data:,").catch(() => undefined), globalThis') as Record<
    symbol,
    object
  >;
  const own = outside[Symbol.for('undici.globalDispatcher.1')];
  if (own === undefined) throw new Error('this version of Node has no known place of the fetch dispatcher');
  return new (own.constructor as MakeAgent)({
    connect: { ca, timeout: connectTimeout },
    keepAliveTimeout: 500,
  });
}

/**
 * Time limit for a connection in ms. By default, an aborted `fetch` tries to connect for up to 10 s, and keeps a
 * connection open for 4 s. Tests need shorter times.
 */
const connectTimeout = 4_000;
