import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Identity, selfSigned } from '../../contract/support/self-signed.ts';

/** The client of a request, as the TLS server identifies it. */
interface Caller {
  readonly headers: IncomingHttpHeaders;
  /** The common name in the client's certificate. */
  readonly name: string | undefined;
  /** The server name that the client has sent in the TLS handshake (SNI). */
  readonly servername: string | undefined;
}

/** An HTTPS server on 127.0.0.1 that records its clients. The certificate of the server is self-signed. */
export interface SecureServer {
  readonly address: string;
  readonly identity: Identity;
  readonly callers: readonly Caller[];
  readonly handshakes: () => number;
  /** Returns the number of connections that are open now. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

/** How a test HTTPS server behaves. */
export interface Manner {
  readonly identity?: Identity;
  /** The certificate that each client must present. */
  readonly client?: Identity;
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => unknown;
}

export async function startSecureServer({
  identity = selfSigned('server'),
  client,
  answer = (_, response) => response.end('{}'),
}: Manner = {}): Promise<SecureServer> {
  const callers: Caller[] = [];
  const names = new WeakMap<Socket, Pick<Caller, 'name' | 'servername'>>();
  const open = new Set<Socket>();
  let handshakes = 0;
  const settings = {
    ...identity,
    requestCert: true,
    rejectUnauthorized: client !== undefined,
    ...(client !== undefined && { ca: client.cert }),
  };
  const server = createServer(settings, (request, response) => {
    callers.push({
      headers: request.headers,
      name: undefined,
      servername: undefined,
      ...names.get(request.socket),
    });
    answer(request, response);
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const { subject } = socket.getPeerCertificate() as { subject?: { CN?: string } };
    const { servername } = socket as { servername?: string | false };
    names.set(socket, { name: subject?.CN, servername: servername === false ? undefined : servername });
    handshakes++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    identity,
    callers,
    handshakes: () => handshakes,
    open: () => open.size,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
