import type { OutgoingHttpHeaders } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import { ConnectionError } from '../objects/index.ts';
import type { Destination } from './destination.ts';
import { nodeHttp, nodeHttps } from './node-modules.ts';
import type { ProxyAddress } from './proxy-address.ts';

/**
 * Asks an HTTP proxy for a tunnel (CONNECT). It is told the destination and its own password, and nothing of the request:
 * a plain `http:` server too is reached through a tunnel.
 */
export function httpTunnel(
  destination: Destination,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const { request } = proxy.protocol === 'https:' ? nodeHttps() : nodeHttp();
  const host = isIPv6(destination.host) ? `[${destination.host}]` : destination.host;
  const path = `${host}:${destination.port}`;

  return new Promise((resolve, reject) => {
    const asking = request({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path,
      headers: { host: path, ...authorization(proxy) },
      servername: isIP(proxy.host) === 0 ? proxy.host : '', // else Node takes the header's, which is the destination
      agent: false,
      signal,
    });
    asking.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      // The request has removed its listener, and TLS adds its own later. Without a listener an error ends the process.
      socket.on('error', () => undefined);
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      } else {
        socket.destroy();
        reject(refusal(statusCode));
      }
    });
    asking.on('response', (response) => {
      response.destroy();
      reject(refusal(response.statusCode ?? 0));
    });
    asking.on('error', reject);
    asking.end();
  });
}

function authorization({ username, password }: ProxyAddress): OutgoingHttpHeaders {
  if (username === '' && password === '') return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

const refusal = (code: number): ConnectionError =>
  new ConnectionError(
    `the cluster's proxy answered ${code}: ${
      code === 407 ? 'the password in proxy-url is missing or wrong' : 'may it lead to the server?'
    }`,
    { answered: false },
  );
