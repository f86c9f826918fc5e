import { KubeConfig } from '@kubernetes/client-node';
import { defer } from 'rxjs';
import type { Transport } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';

/**
 * The name of a replica, and the addresses and tokens with which the replica reaches the server. Reads and writes have
 * separate addresses.
 */
export interface ReplicaConnections {
  readonly name: string;
  readonly readServer: string;
  readonly writeServer: string;
  readonly readToken: () => string;
  readonly writeToken: () => string;
  /**
   * If true, the replica uses `kubeConfigTransport`, and its reconcile function returns a promise. If false, the
   * replica uses `fetchTransport`, and its reconcile function returns an Observable.
   */
  readonly isAsync: boolean;
}

/** Returns two transports of a replica: first the transport for reads, then the transport for writes. */
export function transportsOf(connections: ReplicaConnections): readonly [Transport, Transport] {
  const { readServer, writeServer, readToken, writeToken, isAsync } = connections;
  if (isAsync)
    return [configuredTransport(readServer, readToken), configuredTransport(writeServer, writeToken)];
  return [
    fetchTransport({ server: readServer, token: readToken }),
    fetchTransport({ server: writeServer, token: writeToken }),
  ];
}

function configuredTransport(server: string, token: () => string): Transport {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: 'chaos', server }],
    users: [{ name: 'chaos', token: token() }],
    contexts: [{ name: 'chaos', cluster: 'chaos', user: 'chaos' }],
    currentContext: 'chaos',
  });
  const transport = kubeConfigTransport(config);
  return {
    ...transport,
    open: (request) =>
      defer(() => {
        config.users = config.users.map((user) => ({ ...user, token: token() }));
        return transport.open(request);
      }),
  };
}
