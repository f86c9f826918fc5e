import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import type { Body } from './bodies.ts';
import { patience } from './client.ts';
import type { Frame } from './frames.ts';
import { target, trust } from './target.ts';

/** A watch that runs over a WebSocket. */
export interface Socket {
  /** The subprotocol that the server has chosen. Empty if the server has chosen none. */
  readonly protocol: string;
  /** Resolves with the first `count` messages as text. */
  messages(count: number): Promise<readonly string[]>;
  /** Resolves when the WebSocket is closed, with all messages and the close code. */
  closed(): Promise<{ readonly frames: readonly Frame[]; readonly code: number }>;
  close(): void;
}

/** The response of a server that refuses the upgrade to a WebSocket. */
export interface Refused {
  readonly status: number;
  readonly body: Body;
}

interface SocketOptions {
  readonly origin?: string;
  readonly protocols?: readonly string[];
}

/** Requests an upgrade of the connection to a WebSocket. */
export function openSocket(path: string, options: SocketOptions): Promise<Socket | Refused> {
  const { origin, protocols = [] } = options;
  const server = target();
  const socket = new WebSocket(server.server.replace(/^http/, 'ws') + path, [...protocols], {
    headers: { authorization: `Bearer ${server.token}` },
    ...(origin === undefined ? {} : { origin }),
    ...trust(server),
    handshakeTimeout: patience,
  });
  const messages: string[] = [];
  let code: number | undefined;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    messages.push(isBinary ? `binary: ${data.toString('hex')}` : data.toString());
  });
  socket.on('close', (given) => (code = given));

  const until = async (happened: () => boolean): Promise<void> => {
    const deadline = Date.now() + patience;
    while (!happened()) {
      if (Date.now() > deadline) throw new Error(`${path}: no further message after ${messages.join()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const opened: Socket = {
    get protocol() {
      return socket.protocol;
    },
    messages: async (count) => {
      await until(() => messages.length >= count);
      return messages.slice(0, count);
    },
    closed: async () => {
      await until(() => code !== undefined);
      return { frames: messages.map((message) => JSON.parse(message) as Frame), code: code ?? 0 };
    },
    close: () => socket.terminate(),
  };
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(opened));
    socket.once('error', reject);
    socket.once('unexpected-response', (_request: unknown, response: IncomingMessage) => {
      const { socket: connection } = response;
      text(response).then((content) => {
        connection.destroy();
        const body = content.startsWith('{') ? (JSON.parse(content) as Body) : ({} as Body);
        resolve({ status: response.statusCode ?? 0, body });
      }, reject);
    });
  });
}
