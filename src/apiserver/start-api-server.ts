import { type ApiServer, createApiServer } from './api-server.ts';
import { type ApiServerOptions, checkStartOptions, type ListenOptions } from './api-server-options.ts';
import type { FaultRule } from './faults/fault.ts';
import { omit } from './json.ts';
import type { ServerSnapshot } from './snapshot/server-snapshot.ts';

/**
 * How an API server is made and started.
 *
 * @example
 * ```ts
 * const options: StartOptions = {
 *   seed: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
 *   tokens: { 'a-token': 'admin' },
 *   tls: true,
 * };
 * const { url } = await startApiServer(options);
 * ```
 */
export interface StartOptions extends ApiServerOptions, ListenOptions {
  /** What there is from the beginning, as `restore` takes it; `seed` comes on top. */
  readonly snapshot?: ServerSnapshot;
  /** Objects to begin with, as they are read from files: see the `seed` of {@link ApiServer}. */
  readonly seed?: readonly unknown[];
  /** What goes wrong from the beginning. */
  readonly faults?: readonly FaultRule[];
}

/** A server that listens. */
export interface StartedApiServer extends ApiServer {
  readonly url: string;
}

/**
 * Makes an API server that is full and listens when this resolves; what stands in its way rejects, and leaves nothing
 * behind.
 *
 * Rejects with an `OptionsError`, with a `StatusError` for an object of the seed that a client would be refused for, and
 * with the error of Node where it cannot listen.
 *
 * @example
 * ```ts
 * const server = await startApiServer({
 *   seed: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
 *   faults: [{ match: { verb: 'list', nth: 1 }, fault: { type: 'refuse', status: 503, retryAfterSeconds: 1 } }],
 * });
 * console.log(server.url);
 * await server.close();
 * ```
 */
export async function startApiServer(options: StartOptions = {}): Promise<StartedApiServer> {
  const server = fullApiServer('startApiServer', options);
  try {
    await server.listen(listenOptionsOf(options));
    return server as StartedApiServer;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * A server with all that the options bring, which does not listen yet.
 *
 * @param of - the function called
 */
export function fullApiServer(of: string, options: StartOptions): ApiServer {
  checkStartOptions(of, options);
  const { snapshot, seed, faults, ...others } = options;
  const more = omit({ ...others }, 'port', 'host', 'tls') as ApiServerOptions;
  const server = createApiServer(more);
  try {
    if (snapshot !== undefined) server.restore(snapshot);
    if (seed !== undefined) server.seed(seed);
    for (const rule of faults ?? []) server.faults.add(rule);
    return server;
  } catch (error) {
    void server.close(); // it does not listen: nothing to wait for
    throw error;
  }
}

/** The part of the options that is about where it listens. */
export function listenOptionsOf({ port, host, tls }: StartOptions): ListenOptions {
  return {
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(tls === undefined ? {} : { tls }),
  };
}
