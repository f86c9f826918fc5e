import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Identity } from '../../contract/support/self-signed.ts';
import { onLoopback } from './on-loopback.ts';

/** A request that the proxy has received. */
interface Asked {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The credentials for the proxy itself, in the format `name:password`. */
  readonly credentials: string | undefined;
}

/** A test proxy on 127.0.0.1. For each host name, the proxy connects to 127.0.0.1. */
export interface TestProxy {
  /** The address in the format `host:port`, without a scheme. */
  readonly host: string;
  readonly asked: readonly Asked[];
  /** Returns the number of connections that are open now. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

/** How a test proxy behaves. */
export interface ProxyManner {
  /** The credentials that the proxy requires, in the format `name:password`. */
  readonly password?: string;
  /** Whether the proxy accepts connections but never answers. */
  readonly isSilent?: boolean;
  /** The TLS certificate of the proxy. Only HTTP proxies support TLS. */
  readonly identity?: Identity;
  /** Whether the proxy sends the SOCKS handshake byte by byte. */
  readonly drips?: boolean;
}

/** Starts an HTTP proxy that supports the CONNECT method. */
export async function startHttpProxy({
  password,
  isSilent = false,
  identity,
}: ProxyManner = {}): Promise<TestProxy> {
  const asked: Asked[] = [];
  const server = identity === undefined ? createHttpServer() : createHttpsServer(identity);
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    const [, encoded = ''] = headers['proxy-authorization']?.split(' ') ?? [];
    const credentials = encoded === '' ? undefined : Buffer.from(encoded, 'base64').toString();
    asked.push({ target: url, headers, credentials });
    socket.on('error', () => undefined);
    if (isSilent) {
      socket.resume().on('end', () => socket.end()); // after a half-close by the client, Node's HTTP server does not end the socket
      return;
    }
    if (credentials !== password) socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    else lead(socket, Number(url.split(':').at(-1)), () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  });
  return started(server, asked);
}

/** Starts a SOCKS proxy that supports the versions 4, 4a and 5. */
export async function startSocksProxy({ password, isSilent, drips }: ProxyManner = {}): Promise<TestProxy> {
  const asked: Asked[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (isSilent === true) {
      socket.resume();
      return;
    }
    const say = async (...bytes: readonly number[]): Promise<void> => {
      for (const byte of drips === true ? bytes : []) {
        socket.write(Buffer.of(byte));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      if (drips !== true) socket.write(Buffer.of(...bytes));
    };
    void dialogue(socket, say, password, asked).catch(() => socket.destroy());
  });
  return started(server, asked);
}

type Say = (...bytes: readonly number[]) => Promise<void>;

async function dialogue(
  socket: Socket,
  say: Say,
  password: string | undefined,
  asked: Asked[],
): Promise<void> {
  const read = readerOf(socket);
  const [version] = await read(1);
  if (version === 4) {
    const [, high = 0, low = 0, ...ip] = await read(7);
    const user = await textUntilZero(read);
    const byName = ip[0] === 0 && ip[1] === 0 && ip[2] === 0;
    const host = byName ? await textUntilZero(read) : ip.join('.');
    const port = high * 256 + low;
    asked.push({ target: `${host}:${port}`, headers: {}, credentials: user === '' ? undefined : user });
    lead(socket, port, () => say(0, 0x5a, 0, 0, 0, 0, 0, 0));
    return;
  }

  const [count = 0] = await read(1);
  const methods = await read(count);
  let credentials: string | undefined;
  if (password === undefined) {
    await say(5, 0);
  } else if (!methods.includes(2)) {
    await say(5, 0xff);
    return;
  } else {
    await say(5, 2);
    await read(1);
    const name = await countedText(read);
    credentials = `${name}:${await countedText(read)}`;
    await say(1, credentials === password ? 0 : 1);
    if (credentials !== password) return;
  }
  const [, , , kind] = await read(4);
  const host =
    kind === 3
      ? await countedText(read)
      : kind === 1
        ? (await read(4)).join('.')
        : Buffer.from(await read(16)).toString('hex');
  const [high = 0, low = 0] = await read(2);
  const port = high * 256 + low;
  asked.push({ target: `${host}:${port}`, headers: {}, credentials });
  if (port === 1) await say(5, 5, 0, 1, 0, 0, 0, 0, 0, 0);
  else lead(socket, port, () => say(5, 0, 0, 3, 1, 0x78, 0, 80));
}

type Read = (size: number) => Promise<number[]>;

const readerOf =
  (socket: Socket): Read =>
  async (size) => {
    for (;;) {
      const bytes = socket.read(size) as Buffer | null;
      if (bytes !== null || size === 0) return [...(bytes ?? [])];
      await once(socket, 'readable');
    }
  };

const countedText = async (read: Read): Promise<string> =>
  Buffer.from(await read((await read(1))[0] ?? 0)).toString();

async function textUntilZero(read: Read): Promise<string> {
  const bytes: number[] = [];
  for (;;) {
    const [byte = 0] = await read(1);
    if (byte === 0) return Buffer.from(bytes).toString();
    bytes.push(byte);
  }
}

/** Connects a client socket to a port of 127.0.0.1, and copies bytes in both directions. */
function lead(socket: Socket, port: number, onConnect: () => unknown): void {
  const onward = connect(port, '127.0.0.1', () => {
    void Promise.resolve(onConnect()).then(() => onward.pipe(socket).pipe(onward));
  });
  onward.on('error', () => socket.destroy());
  onward.on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}

async function started(server: Server, asked: readonly Asked[]): Promise<TestProxy> {
  return { ...(await onLoopback(server)), asked };
}
