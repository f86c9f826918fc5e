import { once } from 'node:events';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import process from 'node:process';
import { firstValueFrom, merge, timer } from 'rxjs';
import { clientOf } from '../access/authenticate.ts';
import type { ServerContext } from '../server-context.ts';
import type { RequestTime } from '../time-budget.ts';
import type { Certificate } from '../tls/certificate.ts';
import { Budgets, maxConnections } from './budgets.ts';
import { maxHeaders } from './check-head.ts';
import { answerClientError } from './client-error.ts';
import { inTurn } from './in-turn.ts';
import { answerTo, send } from './serve.ts';
import { asksForWebSocket, webSockets } from './web-sockets.ts';

/** An HTTP server for the handlers of an API server. */
export interface HttpServer {
  /** Resolves with the port. Rejects if the server cannot listen on the port. */
  listen(port: number, host: string): Promise<number>;
  /** Closes all connections at once, even in the middle of a response. Then listens on the same port again. */
  restart(): Promise<void>;
  /**
   * Accepts no new connections, and waits a short time for the end of running requests. Then closes all remaining
   * connections, even in the middle of a response.
   */
  close(): Promise<void>;
}

/**
 * Creates a server for HTTP/1.1. The server sends a body as fast as the client reads the body. The server sends a watch
 * as a chunked body without delay.
 */
export function httpServer(context: ServerContext, certificate?: Certificate): HttpServer {
  const open = new Set<ServerResponse>();
  const budgets = new Budgets();
  let listensOn = '';
  const { requestTimeout: readTimeout } = context.times;
  const limits = { requestTimeout: readTimeout, headersTimeout: Math.min(readTimeout, 30_000) };
  const timeOf = ({ headers }: IncomingMessage): RequestTime =>
    budgets.time.of(clientOf(context.access, headers.authorization));
  const answer = inTurn(
    (incoming, outgoing, time) => {
      open.add(outgoing);
      outgoing.once('close', () => open.delete(outgoing));
      const answer$ = answerTo(context, incoming, outgoing, { listensOn, budgets, time });
      send(outgoing, answer$, { readTimeout, time, budgets });
    },
    { heads: budgets.heads, timeOf },
  );
  // `getBuiltinModule` loads `node:http`, because an `import` reads every export of a module. One export of `node:http`
  // is a client class, and the first read of this export takes 20 ms.
  const server: Server =
    certificate === undefined
      ? process.getBuiltinModule('node:http').createServer({ ...settings, ...limits }, answer)
      : process
          .getBuiltinModule('node:https')
          .createServer({ ...settings, ...limits, key: certificate.key, cert: certificate.cert }, answer);
  let where: { readonly port: number; readonly host: string } | undefined;
  let isClosed = false;
  let starting: Promise<unknown> = Promise.resolve();
  const start = (port: number, host: string): Promise<unknown> => {
    server.listen(port, host);
    starting = once(server, 'listening'); // `once` rejects if the server emits 'error' before 'listening'
    return starting;
  };
  // Node drops the headers after `maxHeadersCount`. The server accepts one header more than allowed, so that the server
  // can detect and refuse a request with too many headers.
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = maxConnections;
  server.on('clientError', (error, socket) => {
    const isAnswering = [...open].some((outgoing) => outgoing.socket === socket && outgoing.headersSent);
    answerClientError(error, socket, isAnswering);
  });
  const sockets = webSockets(
    (incoming, time) => answerTo(context, incoming, incoming.socket, { listensOn, budgets, time }),
    { readTimeout, timeOf, budgets },
  );
  server.on('upgrade', (incoming, _, head) => sockets.upgrade(incoming, head));
  return {
    listen: async (port, host) => {
      listensOn = host;
      await start(port, host);
      where = { port: portOf(server), host };
      return where.port;
    },
    restart: async () => {
      if (!server.listening || where === undefined) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      sockets.close();
      await closed;
      if (!isClosed) await start(where.port, where.host);
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled([starting]);
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      const finished = Promise.all([...open].map((outgoing) => once(outgoing, 'close')));
      await firstValueFrom(merge(finished, timer(closeTimeout)));
      server.closeAllConnections();
      sockets.close();
      await closed;
    },
  };
}

/**
 * The settings of the server, with times in ms. The keep-alive timeout is long, because a short timeout would often
 * close a connection at the moment when the client sends the next request.
 */
const settings: ServerOptions = {
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
  keepAliveTimeout: 90_000,
  connectionsCheckingInterval: 1000,
  // The head of a request may have 512 KiB, which is half of the default limit of Go. The limit is large, because the
  // URL can contain long selectors.
  maxHeaderSize: 524_288,
  // Node 24.9 and later call `shouldUpgradeCallback`. In earlier versions, every request with an `Upgrade` header
  // causes the event `upgrade`.
  shouldUpgradeCallback: asksForWebSocket,
};

/** The maximum time in ms that a closing server waits for the delivery of the last chunks of its watches. */
const closeTimeout = 200;

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the API server has no port');
  return address.port;
}
