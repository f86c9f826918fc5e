import { once } from 'node:events';
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from '../../contract/support/self-signed.ts';
import type { ExampleApiServer } from '../example-check.ts';
import type { ExampleServer } from './example-server.ts';

/** A proxy in front of an API server. The proxy records requests, and can simulate an outage. */
export interface Front extends Omit<ExampleApiServer, 'cluster'> {
  readonly close: () => Promise<void>;
}

const identity = selfSigned('front');

/**
 * Starts a TLS proxy in front of an API server. The proxy has its own certificate. Real clusters use TLS, so each
 * example connects over TLS.
 */
export async function frontOf(backend: Pick<ExampleServer, 'url' | 'ca' | 'hides'>): Promise<Front> {
  const { ca } = backend;
  const secure = backend.url.startsWith('https:');
  const agent = secure
    ? new HttpsAgent({ keepAlive: true, ...(ca !== undefined && { ca }) })
    : new HttpAgent({ keepAlive: true });
  const ask = secure ? httpsRequest : httpRequest;
  const requests: string[] = [];
  const open = new Set<Socket>();
  const stalled = new Set<ServerResponse>();
  let isStalling = false;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = 'GET', url = '/', headers } = incoming;
    requests.push(`${method} ${url}`);
    if (isStalling) {
      stalled.add(outgoing);
      return;
    }
    if (backend.hides?.(url) === true) {
      outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
      return;
    }
    const forwarded = ask(backend.url + url, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      outgoing.flushHeaders(); // sends the status of a watch before its first event arrives
      response.once('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    forwarded.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  };

  const front = createServer(identity, forward);
  front.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  front.on('tlsClientError', () => undefined); // the client disconnected before the TLS handshake
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const { port } = front.address() as AddressInfo;
  const cut = (): void => {
    front.close();
    for (const socket of open) socket.resetAndDestroy();
  };

  return {
    url: `https://127.0.0.1:${port}`,
    ca: identity.cert,
    requests,
    cut,
    stall: () => (isStalling = true),
    mend: () => {
      isStalling = false;
      for (const outgoing of stalled) outgoing.destroy();
      stalled.clear();
      if (!front.listening) front.listen(port, '127.0.0.1');
    },
    close: async () => {
      const closed = front.listening ? once(front, 'close') : undefined;
      cut();
      await closed;
      agent.destroy();
    },
  };
}
