import { type ApiServer, createApiServer } from './api-server.ts';
import { type ApiServerOptions, checkStartOptions, type ListenOptions } from './api-server-options.ts';
import type { FaultRule } from './faults/fault.ts';
import { omit } from './json.ts';
import type { ServerSnapshot } from './snapshot/server-snapshot.ts';

/**
 * Options for an API server that listens and has initial objects.
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
  /** The snapshot with the initial state, as for `restore`. The server then adds the objects of `seed`. */
  readonly snapshot?: ServerSnapshot;
  /** Initial objects from files. See `seed` of {@link ApiServer}. */
  readonly seed?: readonly unknown[];
  /** The faults that the server has from the start. */
  readonly faults?: readonly FaultRule[];
}

/** An API server that listens. */
export interface StartedApiServer extends ApiServer {
  readonly url: string;
}

/**
 * Creates an API server with initial objects. Resolves when the server listens. If there is an error, closes the server
 * and rejects.
 *
 * Rejects with an `OptionsError` for an invalid option. Rejects with a `StatusError` for an initial object that the
 * server rejects. Rejects with the error of Node if the server cannot listen.
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
 * Creates a server with initial objects. The server does not listen yet.
 *
 * @param of - the name of the called function, for error messages
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
    void server.close(); // the code does not wait for `close`, because a server that does not listen has no connections
    throw error;
  }
}

/** Returns the options that `listen` accepts. */
export function listenOptionsOf({ port, host, tls }: StartOptions): ListenOptions {
  return {
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(tls === undefined ? {} : { tls }),
  };
}
