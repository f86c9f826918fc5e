import { checkListenOptions, type ListenOptions } from './api-server-options.ts';
import { type HttpServer, httpServer } from './http/http-server.ts';
import { kubeConfigOf, urlOf } from './kube-config.ts';
import type { ServerContext } from './server-context.ts';
import { certificateFor } from './tls/certificate-for.ts';

/** The addresses at which a server can be reached. */
export interface Listeners {
  readonly url: string | undefined;
  listen(options?: ListenOptions): Promise<{ readonly url: string }>;
  /** @throws Error where nothing listens yet */
  kubeConfig(): string;
  /** Cuts every connection and takes new ones at the same addresses. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** See {@link Listeners}; `tokens` are those of the server, the first goes into the kubeconfig. */
export function listenersOf(context: ServerContext, tokens: readonly string[]): Listeners {
  const servers = new Set<HttpServer>();
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new Error('listen: the server is closed; make a new one');
  };
  let address: { readonly url: string; readonly ca: string | undefined } | undefined;
  return {
    get url() {
      return address?.url;
    },
    listen: async (options = {}) => {
      checkListenOptions(options, tokens.length > 0);
      checkOpen();
      const { port = 0, host = '127.0.0.1' } = options;
      const certificate = certificateFor(options.tls ?? false, host, context.world.now());
      const server = httpServer(context, certificate);
      servers.add(server);
      const listening = server.listen(port, host);
      listening.catch(() => servers.delete(server));
      const url = urlOf(host, await listening, certificate !== undefined);
      checkOpen();
      address = { url, ca: certificate?.ca };
      return { url };
    },
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
