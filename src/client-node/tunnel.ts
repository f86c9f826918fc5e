import type { Socket } from 'node:net';
import type { Destination } from './destination.ts';
import { httpTunnel } from './http-tunnel.ts';
import type { ProxyAddress } from './proxy-address.ts';
import { socksTunnel } from './socks-tunnel.ts';

/**
 * A connection to a host through a proxy: what is written into it, the host gets. Aborting the signal destroys one that
 * is not there yet.
 *
 * @throws ConnectionError when the proxy answers, and the answer is no
 */
export function tunnelTo(
  destination: Destination,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  return proxy.protocol === 'http:' || proxy.protocol === 'https:'
    ? httpTunnel(destination, proxy, signal)
    : socksTunnel(destination, proxy, signal);
}
