import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { ConnectionError, KubeError } from '../objects/index.ts';
import type { Destination, ProxyAddress } from './proxy-address.ts';
import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import { nodeHttp, nodeHttps } from './node-modules.ts';

/**
 * Opens a tunnel through an HTTP proxy (CONNECT), also for a plain `http:` server. So the proxy receives only
 * the destination and the password for the proxy, and no part of the request.
 */
function httpTunnel(destination: Destination, proxy: ProxyAddress, signal: AbortSignal): Promise<Socket> {
  const { request } = proxy.protocol === 'https:' ? nodeHttps() : nodeHttp();
  const host = isIPv6(destination.host) ? `[${destination.host}]` : destination.host;
  const path = `${host}:${destination.port}`;

  return new Promise((resolve, reject) => {
    const connectRequest = request({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path,
      headers: { host: path, ...authorization(proxy) },
      // Without `servername`, Node would send the host name of the `host` header in TLS. That host is the
      // destination, not the proxy.
      servername: isIP(proxy.host) === 0 ? proxy.host : '',
      agent: false,
      signal,
    });
    connectRequest.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      // At `connect`, the request has removed its error listener from the socket. TLS adds an error listener
      // later. Without this listener, an error in the meantime would end the process.
      socket.on('error', () => undefined);
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      } else {
        socket.destroy();
        reject(httpRefusal(statusCode));
      }
    });
    connectRequest.on('response', (response) => {
      response.destroy();
      reject(httpRefusal(response.statusCode ?? 0));
    });
    connectRequest.on('error', reject);
    connectRequest.end();
  });
}

function authorization({ username, password }: ProxyAddress): OutgoingHttpHeaders {
  if (username === '' && password === '') return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

const httpRefusal = (code: number): ConnectionError =>
  new ConnectionError(
    `the cluster's proxy answered ${code}: ${
      code === 407 ? 'the password in proxy-url is missing or wrong' : 'may it lead to the server?'
    }`,
    { answered: false },
  );

/** Opens a tunnel through a SOCKS proxy: version 5, or version 4a with host names. */
async function socksTunnel(
  destination: Destination,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const { SocksClient } = await import('socks'); // only a program with a SOCKS proxy loads the package `socks`
  const { username, password } = proxy;
  signal.throwIfAborted();
  const socket = connect(proxy.port, proxy.host);
  // The package `socks` removes its error listener before this function continues. Without this listener, an
  // error in the meantime would end the process.
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

/**
 * Creates the error for a tunnel that the SOCKS proxy did not open. The error has no `cause`, because the
 * error of `socks` contains the password.
 */
const refusal = (error: unknown): ConnectionError =>
  new ConnectionError(
    `the cluster's SOCKS proxy gave no tunnel (${String((error as Partial<Error> | null)?.message)}); is proxy-url right, with its password?`,
    { answered: false },
  );

/**
 * Opens a connection to a host through a proxy. An abort of the signal destroys a connection that is not open yet.
 *
 * @throws ConnectionError if the proxy cannot be reached, or refuses the tunnel
 */
export async function tunnelTo(
  destination: Destination,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  try {
    const socket = await (proxy.protocol === 'http:' || proxy.protocol === 'https:'
      ? httpTunnel(destination, proxy, signal)
      : socksTunnel(destination, proxy, signal));
    if (socket.destroyed) throw tunnelClosed();
    return socket;
  } catch (error) {
    throw error instanceof KubeError ? error : notReached(proxy, error);
  }
}

const tunnelClosed = (): ConnectionError =>
  new ConnectionError(
    "the cluster's proxy opened a tunnel and closed it at once; is the proxy allowed to reach the server?",
    {
      answered: false,
    },
  );

/**
 * Creates the error for a proxy that cannot be reached. The error has no `cause`, because the library would
 * treat the error code of a cause as a failure of the API server.
 */
function notReached({ host, port }: ProxyAddress, error: unknown): ConnectionError {
  const { code } = error as { readonly code?: unknown };
  const why = typeof code === 'string' ? ` (${code})` : '';
  const name = isIPv6(host) ? `[${host}]` : host;
  return new ConnectionError(
    `the cluster's proxy ${name}:${port} was not reached${why}: is proxy-url right, the proxy up, its certificate trusted?`,
    { answered: false },
  );
}
