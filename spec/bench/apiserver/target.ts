import { once } from 'node:events';
import { connect, type OnReadOpts, type Socket } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import { exchangeOn } from './exchange.ts';

/** The API server that the benchmark measures. */
export interface Target {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** The certificate authority of the server for HTTPS, in PEM format. */
  readonly ca?: string;
  /** The ids of the server's processes. The first process answers the requests. */
  readonly pids: readonly number[];
}

/** An HTTP client for the measured API server. */
export interface Client {
  /** Sends a request and reads the whole answer. Rejects if the status is not 2xx. */
  send(method: string, path: string, body?: unknown): Promise<Buffer>;
  /** Opens a watch on a separate connection. The bytes are valid only until `read` returns. */
  watch(path: string, read: (bytes: Buffer) => void): Promise<Socket>;
  close(): void;
}

/**
 * Creates a client of the API server that the benchmark measures.
 *
 * @param connections - maximum number of concurrent requests
 */
export async function clientOf(target: Target, connections: number): Promise<Client> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(target)));
  const free = sockets.map(exchangeOn);
  const head = `Host: ${new URL(target.url).host}\r\nAuthorization: Bearer ${target.token}\r\n`;
  return {
    send: async (method, path, body) => {
      const exchange = free.pop();
      if (exchange === undefined) throw new Error(`more than ${connections} requests at a time`);
      const text = body === undefined ? '' : JSON.stringify(body);
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const about = `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
      const answer = await exchange.send(`${method} ${path} HTTP/1.1\r\n${head}${about}\r\n${text}`);
      free.push(exchange);
      if (answer.status < 300) return answer.body;
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
    },
    watch: async (path, read) => {
      const socket = await connected(target, read);
      socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
      return socket;
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

async function connected({ url, ca }: Target, read?: (bytes: Buffer) => void): Promise<Socket> {
  const { protocol, hostname, port } = new URL(url);
  const where = { host: hostname, port: Number(port) };
  const isSecure = protocol === 'https:';
  const socket = isSecure
    ? secureConnect({ ...where, ...(ca === undefined ? {} : { ca }) })
    : connect({ ...where, noDelay: true, ...(read === undefined ? {} : { onread: shared(read) }) });
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  if (isSecure && read !== undefined) socket.on('data', read);
  return socket;
}

/**
 * Returns socket options with which all connections read into one shared buffer. A buffer for each chunk would cost
 * CPU time.
 */
function shared(read: (bytes: Buffer) => void): OnReadOpts {
  return {
    buffer: readBuffer,
    callback: (length) => {
      read(readBuffer.subarray(0, length));
      return true;
    },
  };
}

const readBuffer = Buffer.allocUnsafe(65_536);
