import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Cluster } from '../kube.mjs';

/**
 * A proxy like `kubectl proxy`: plain HTTP on 127.0.0.1 in front of a cluster. Node's `fetch` has no option for a
 * certificate authority, so it needs the proxy.
 */
export interface Proxy {
  readonly server: string;
  readonly close: () => Promise<void>;
}

export async function proxyTo({ server, caFile }: Cluster): Promise<Proxy> {
  const agent = new Agent({ ca: readFileSync(caFile), keepAlive: true });
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forwarded = request(
      server + (url ?? ''),
      { method: method ?? 'GET', headers, agent },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        outgoing.flushHeaders();
        response.once('error', () => outgoing.destroy());
        response.pipe(outgoing);
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  return {
    server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
        agent.destroy();
      }),
  };
}
