/**
 * Entry point `rx-informer/fetch`: a transport for browsers, Deno, Bun and Node.
 *
 * @packageDocumentation
 */
export type { HeadersTimeout } from '../source/index.ts';
export type { FetchLike, FetchTransportOptions } from './fetch-options.ts';
export { fetchTransport } from './fetch-transport.ts';
export { pageVisible } from './page-visible.ts';
