import { type ApiServer, createApiServer } from './api-server.ts';
import { type ApiServerOptions, checkStartOptions, type ListenOptions } from './api-server-options.ts';
import type { FaultRule } from './faults/fault.ts';
import { omit } from './json.ts';
import type { ServerSnapshot } from './snapshot/server-snapshot.ts';

/**
 * Options of an API server that is started.
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
  /** The initial state, as for `restore`; the objects of `seed` are added to it. */
  readonly snapshot?: ServerSnapshot;
  /** Initial objects from files: see `seed` of {@link ApiServer}. */
  readonly seed?: readonly unknown[];
  /** The initial faults. */
  readonly faults?: readonly FaultRule[];
}

/** A server that listens. */
export interface StartedApiServer extends ApiServer {
  readonly url: string;
}

/**
 * Makes an API server with its initial objects, and resolves when the server listens. If anything fails, closes the
 * server and rejects.
 *
 * Rejects with an `OptionsError`, with a `StatusError` for an object of the seed that a client could not create, and
 * with the error of Node if the server cannot listen.
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
 * Makes a server with its initial objects, which does not listen yet.
 *
 * @param of - the name of the called function, for errors
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

/** Returns the options of `listen`. */
export function listenOptionsOf({ port, host, tls }: StartOptions): ListenOptions {
  return {
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(tls === undefined ? {} : { tls }),
  };
}
