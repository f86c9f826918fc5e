import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { catchError, concatMap, defer, firstValueFrom, fromEvent, merge, of, timer } from 'rxjs';
import type { Flow } from '../flow.ts';
import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { internalError } from '../status/refusals.ts';
import { handle } from './handle.ts';
import { receiveBody } from './receive-body.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, statusResponse } from './response.ts';

/** The server's handlers behind a socket. */
export interface HttpServer {
  /** Resolves with the port, rejects where it cannot be had. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no more, lets what is under way finish for a moment, and cuts the rest. */
  close(): Promise<void>;
}

/** Serves HTTP/1.1: watches as chunked bodies that never idle on a buffer, everything as fast as it is read. */
export function httpServer(context: ServerContext): HttpServer {
  const open = new Set<ServerResponse>();
  const server = createServer(settings, (incoming, outgoing) => {
    open.add(outgoing);
    outgoing.once('close', () => open.delete(outgoing));
    serve(context, incoming, outgoing);
  });
  return {
    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, 'listening'); // rejects on 'error'
      return portOf(server);
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      const finished = Promise.all([...open].map((outgoing) => once(outgoing, 'close')));
      await firstValueFrom(merge(finished, timer(lastWords)));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Ms; a connection kept for less is likely to be closed just when its client uses it again. */
const settings = { keepAlive: true, keepAliveInitialDelay: 30_000, keepAliveTimeout: 90_000 };

/** Ms for the last chunk of a watch to reach its reader. */
const lastWords = 200;

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the API server has no port');
  return address.port;
}

function serve(context: ServerContext, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const flow: Flow = {
    writable: () => !outgoing.writableNeedDrain,
    drain$: fromEvent(outgoing, 'drain'),
  };
  const answering = defer(() => receiveBody(incoming))
    .pipe(
      concatMap((body) => handle(context, requestOf(incoming, body))),
      catchError((error: unknown) => of(refused(error))),
      concatMap((response) => started(outgoing, response).body(flow)),
    )
    .subscribe({
      next: (bytes) => outgoing.write(bytes),
      error: () => outgoing.destroy(),
      complete: () => outgoing.end(),
    });
  outgoing.once('close', () => answering.unsubscribe());
}

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage, body: Uint8Array): ApiRequest {
  const [, path = '/', query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  const texts = Object.entries(headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join() : value] as const,
  );
  return { method, path, query: new URLSearchParams(query), headers: Object.fromEntries(texts), body };
}

/** A body too large; or a fault of this server, or of a callback that was given to it. */
function refused(error: unknown): ApiResponse {
  const { status } =
    error instanceof Refusal ? error : internalError('a callback threw, or the server has a fault');
  return { ...statusResponse(status), headers: { ...statusResponse(status).headers, connection: 'close' } };
}

/** The headers go out at once: a watch has a status line before its first event (P31). */
function started(outgoing: ServerResponse, response: ApiResponse): ApiResponse {
  outgoing.writeHead(response.status, { 'cache-control': 'no-cache, private', ...response.headers });
  if (response.headers['content-length'] === undefined) outgoing.flushHeaders();
  return response;
}
