import { OptionsError } from '../objects/index.ts';
import { checkListenOptions, type ListenOptions } from './api-server-options.ts';
import { type HttpServer, httpServer } from './http/http-server.ts';
import { kubeConfigOf, urlOf } from './kube-config.ts';
import type { ServerContext } from './server-context.ts';
import { certificateFor } from './tls/certificate-for.ts';

/** The listening addresses of a server. */
export interface Listeners {
  readonly url: string | undefined;
  listen(options?: ListenOptions): Promise<{ readonly url: string }>;
  /**
   * Throws an error if the server is closed. The message of the error contains `of`, the name of the called function.
   */
  readonly checkOpen: (of: string) => void;
  /**
   * Returns a kubeconfig for the last address on which the server listens.
   *
   * @throws Error if the server does not listen yet
   */
  kubeConfig(): string;
  /** Breaks every connection, and accepts new connections at the same addresses. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the {@link Listeners} of a server. `tokens` contains all tokens of the server, and the kubeconfig contains
 * the first token.
 */
export function listenersOf(context: ServerContext, tokens: readonly string[]): Listeners {
  const servers = new Set<HttpServer>();
  let closed = false;
  const checkOpen = (of: string): void => {
    if (closed) throw new Error(`${of}: the server is closed; make a new one`);
  };
  let address: { readonly url: string; readonly ca: string | undefined } | undefined;
  return {
    get url() {
      return address?.url;
    },
    listen: async (options = {}) => {
      checkListenOptions(options, tokens.length > 0);
      checkOpen('listen');
      const { port = 0, host = '127.0.0.1' } = options;
      const certificate = certificateFor(options.tls ?? false, host, context.world.now());
      const server = withPairs(() => httpServer(context, certificate));
      servers.add(server);
      const listening = server.listen(port, host).catch((error: unknown) => {
        throw isTaken(error) ? portTaken(port, error) : error;
      });
      listening.catch(() => servers.delete(server));
      const url = urlOf(host, await listening, certificate !== undefined);
      checkOpen('listen');
      address = { url, ca: certificate?.ca };
      return { url };
    },
    checkOpen,
    kubeConfig: () => {
      if (address === undefined)
        throw new Error('kubeConfig: the server does not listen yet; await listen() first');
      return kubeConfigOf(address.url, tokens[0], address.ca);
    },
    restart: async () => {
      await Promise.all([...servers].map((server) => server.restart()));
    },
    close: async () => {
      closed = true;
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}

const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'EADDRINUSE';

/**
 * Creates the error for a port that is in use. The error has the error code of Node, because a program that tries
 * several ports checks the code.
 */
function portTaken(port: number, cause: unknown): OptionsError {
  const error = new OptionsError('listen: port', port, 'one that is free, or 0 for any', 'EADDRINUSE');
  return Object.assign(error, { code: 'EADDRINUSE', cause });
}

/**
 * Replaces an error of the TLS library by an error for the option `tls`. The new error contains the message of the TLS
 * library, which does not contain the key.
 */
function withPairs<R>(make: () => R): R {
  try {
    return make();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OptionsError('listen: tls', '(not shown)', 'a key and its certificate in PEM', why);
  }
}
