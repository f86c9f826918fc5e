import { isIPv6, type Socket } from 'node:net';
import { ConnectionError, KubeError } from '../objects/index.ts';
import type { Destination } from './destination.ts';
import { httpTunnel } from './http-tunnel.ts';
import type { ProxyAddress } from './proxy-address.ts';
import { socksTunnel } from './socks-tunnel.ts';

/**
 * A connection to a host through a proxy: what is written into it, the host gets. Aborting the signal destroys one that
 * is not there yet.
 *
 * @throws ConnectionError when the proxy cannot be reached, or answers, and the answer is no
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

/** Without a cause: its code would be taken for the server's. */
function notReached({ host, port }: ProxyAddress, error: unknown): ConnectionError {
  const { code } = error as { readonly code?: unknown };
  const why = typeof code === 'string' ? ` (${code})` : '';
  const name = isIPv6(host) ? `[${host}]` : host;
  return new ConnectionError(
    `the cluster's proxy ${name}:${port} was not reached${why}: is proxy-url right, the proxy up, its certificate trusted?`,
    { answered: false },
  );
}
