import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import process from 'node:process';
import { map, type Observable, of, take, tap } from 'rxjs';
import type { WebSocket, WebSocketServer } from 'ws';
import { badRequest, noOrigin } from '../status/refusals.ts';
import type { RequestTime } from '../time-budget.ts';
import { type ApiResponse, statusResponse } from './response.ts';
import { closeGracefully } from './close-gracefully.ts';
import { AnswerBytes } from './unsent-bytes.ts';
import { hasBody } from './receive-body.ts';
import { resetSoon } from './reset-soon.ts';
import { type Sending, send } from './serve.ts';
import { flowOf } from './sink.ts';
import { protocolsOf, takeToken } from './web-socket-protocols.ts';

/** Serves watches over WebSocket (P126). */
export interface WebSockets {
  /** Handles a connection whose client requests an upgrade. */
  upgrade(incoming: IncomingMessage, head: Buffer): void;
  /** Closes all open WebSocket connections at once. */
  close(): void;
}

/** The parts of a server that {@link webSockets} needs. */
export interface Upgrading {
  /**
   * The read timeout in ms for a response without an upgrade. If the client does not read such a response within the
   * timeout, the server closes the connection.
   */
  readonly readTimeout: number;
  readonly timeOf: (incoming: IncomingMessage) => RequestTime;
  readonly budgets: Sending['budgets'];
}

/**
 * Sends a watch over a WebSocket, with one text message per event. If the server refuses the watch, or if the client
 * requests any other upgrade, the server sends a normal HTTP response without an upgrade.
 */
export function webSockets(
  answerTo: (incoming: IncomingMessage, time: RequestTime) => Observable<ApiResponse>,
  { readTimeout, timeOf, budgets }: Upgrading,
): WebSockets {
  let server: WebSocketServer | undefined;
  // The set is necessary, because Node does not track a connection after the event `upgrade`.
  const open = new Set<Socket>();
  return {
    upgrade: (incoming, head) => {
      const { socket } = incoming;
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.on('error', () => socket.destroy());
      takeToken(incoming.headers);
      const time = timeOf(incoming);
      const sending = { readTimeout, time, budgets };
      // The server refuses a request for an upgrade that has a body. The reason: the server cannot read the body,
      // because the data after the head of such a request belongs to the new protocol.
      const answer$ = !hasBody(incoming) ? answerTo(incoming, time) : of(statusResponse(noUpgrade));
      const answering = answer$.pipe(take(1), map(refusedUnlessFit(incoming))).subscribe({
        next: (response) => {
          if (response.stream !== true || !asksForWebSocket(incoming))
            plainly(incoming, socket, response, sending);
          else {
            server ??= webSocketServer();
            server.handleUpgrade(incoming, socket, head, (client) =>
              follow(client, socket, response, sending),
            );
          }
        },
        error: () => resetSoon(socket),
      });
      socket.once('close', () => answering.unsubscribe());
    },
    close: () => {
      for (const socket of [...open]) socket.destroy();
    },
  };
}

/**
 * Creates the WebSocket server. The server ignores the messages of clients. The function loads the library on demand,
 * because most programs never request an upgrade.
 */
function webSocketServer(): WebSocketServer {
  const ws = require('ws') as { readonly WebSocketServer: typeof WebSocketServer };
  return new ws.WebSocketServer({ noServer: true, maxPayload: 65_536 });
}

const require = createRequire(import.meta.url);

const noUpgrade = badRequest('a request with a body may not ask for an upgrade').status;

/** Returns `true` if a request is a request for an upgrade to a WebSocket. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Returns a function that checks the WebSocket request of a watch. The function replaces the response by an error in
 * two cases: the request has no `Origin` header, or the request offers more than one subprotocol.
 */
function refusedUnlessFit(incoming: IncomingMessage): (response: ApiResponse) => ApiResponse {
  return (response) => {
    if (response.stream !== true || !asksForWebSocket(incoming)) return response;
    if ((incoming.headers.origin ?? '') === '') return statusResponse(noOrigin().status);
    return protocolsOf(incoming.headers).length > 1
      ? statusResponse(badRequest('one subprotocol at most').status)
      : response;
  };
}

/** Sends a normal HTTP response without an upgrade. The server reads no further data from the connection. */
function plainly(incoming: IncomingMessage, socket: Socket, response: ApiResponse, sending: Sending): void {
  const { ServerResponse } = process.getBuiltinModule('node:http');
  const outgoing = new ServerResponse(incoming);
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket);
  outgoing.once('finish', () => closeGracefully(socket));
  send(outgoing, of(response), sending);
}

/** Sends each piece of a watch as one text message, as fast as the client reads. */
function follow(client: WebSocket, socket: Socket, { body }: ApiResponse, { time, budgets }: Sending): void {
  const held = new AnswerBytes(budgets.events);
  const following = body(flowOf(socket, { time, held }))
    .pipe(tap((bytes) => client.send(bytes, { binary: false }, held.hold(bytes))))
    .subscribe({
      error: () => client.terminate(),
      complete: () => client.close(1000),
    });
  client.once('close', () => {
    following.unsubscribe();
    held.close();
  });
  client.on('error', () => client.terminate());
}
