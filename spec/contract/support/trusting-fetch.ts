import { runInThisContext } from 'node:vm';
import type { FetchLike } from '../../../src/fetch/index.ts';
import { frontIdentity } from './tls-front.ts';

/**
 * Node's own `fetch`, trusting the certificate of `tls-front.ts`. It takes a CA only when the process starts, or by a
 * dispatcher of its own undici, which is found where that keeps it.
 */
export const trustingFetch: FetchLike = (url, init) =>
  fetch(url, { ...init, dispatcher: (dispatcher ??= makeDispatcher()) } as RequestInit);

/** In ms: an aborted `fetch` goes on connecting, for up to 10 s, and keeps a connection for 4 s; shorter here. */
const settings = { connect: { ca: frontIdentity.cert, timeout: 4_000 }, keepAliveTimeout: 500 };

type MakeAgent = new (options: object) => object;

let dispatcher: object | undefined;

function makeDispatcher(): object {
  const outside = runInThisContext('fetch("data:,").catch(() => undefined), globalThis') as Record<
    symbol,
    object
  >;
  const own = outside[Symbol.for('undici.globalDispatcher.1')];
  if (own === undefined) throw new Error('this Node keeps the dispatcher of fetch elsewhere');
  return new (own.constructor as MakeAgent)(settings);
}
