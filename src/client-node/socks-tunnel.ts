import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ConnectionError } from '../objects/index.ts';
import type { Destination } from './destination.ts';
import type { ProxyAddress } from './proxy-address.ts';

/** Asks a SOCKS proxy for a tunnel: version 5, or 4 with the names of 4a. */
export async function socksTunnel(
  destination: Destination,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const { SocksClient } = await import('socks'); // loaded by those who are behind one
  const { username, password } = proxy;
  signal.throwIfAborted();
  const socket = connect(proxy.port, proxy.host);
  // `socks` removes its listener before this function goes on. Without a listener an error ends the process.
  socket.on('error', () => undefined);
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort);
  try {
    await once(socket, 'connect');
    await SocksClient.createConnection({
      command: 'connect',
      existing_socket: socket,
      destination,
      proxy: {
        host: proxy.host,
        port: proxy.port,
        type: proxy.protocol === 'socks4:' ? 4 : 5,
        ...(username !== '' && { userId: username }),
        ...(password !== '' && { password }),
      },
    }).catch((error: unknown) => {
      throw refusal(error);
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Without the error itself: it holds the password. */
const refusal = (error: unknown): ConnectionError =>
  new ConnectionError(
    `the cluster's SOCKS proxy gave no tunnel (${String((error as Partial<Error> | null)?.message)}); is proxy-url right, with its password?`,
    { answered: false },
  );
