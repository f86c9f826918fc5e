import { runInThisContext } from 'node:vm';
import type { FetchLike } from '../../../src/fetch/index.ts';
import { frontIdentity } from './tls-front.ts';

/**
 * Node's own `fetch`, trusting a CA. It takes one only when the process starts, or by a dispatcher of its own undici, which
 * is found where that keeps it.
 */
export function fetchThatTrusts(ca: string): FetchLike {
  let dispatcher: object | undefined;
  return (url, init) =>
    fetch(url, { ...init, dispatcher: (dispatcher ??= makeDispatcher(ca)) } as RequestInit);
}

/** Trusts the certificate of `tls-front.ts`. */
export const trustingFetch: FetchLike = fetchThatTrusts(frontIdentity.cert);

type MakeAgent = new (options: object) => object;

function makeDispatcher(ca: string): object {
  const outside = runInThisContext('fetch("data:,").catch(() => undefined), globalThis') as Record<
    symbol,
    object
  >;
  const own = outside[Symbol.for('undici.globalDispatcher.1')];
  if (own === undefined) throw new Error('this Node keeps the dispatcher of fetch elsewhere');
  return new (own.constructor as MakeAgent)({
    connect: { ca, timeout: connectTimeout },
    keepAliveTimeout: 500,
  });
}

/** In ms: an aborted `fetch` goes on connecting, for up to 10 s, and keeps a connection for 4 s; both are shorter here. */
const connectTimeout = 4_000;
