import type { Transport } from 'rx-informer';
import { fetchTransport } from 'rx-informer/fetch';
import type { Cluster } from '../kube.mjs';
import { transportTo } from './cluster.ts';
import { proxyTo } from './proxy.ts';

/** A transport of the library, and a function that closes the resources of the transport. */
export interface Way {
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

/** The transports of the library, by name. The `fetch` transport reaches the cluster through a proxy. */
export const ways: readonly (readonly [name: string, open: (cluster: Cluster) => Promise<Way>])[] = [
  [
    'kubeConfigTransport',
    (cluster) => Promise.resolve({ transport: transportTo(cluster), close: () => Promise.resolve() }),
  ],
  [
    'fetchTransport',
    async (cluster) => {
      const { server, close } = await proxyTo(cluster);
      return { transport: fetchTransport({ server, token: () => cluster.token }), close };
    },
  ],
];
