import { KubeConfig } from '@kubernetes/client-node';
import { defer } from 'rxjs';
import type { Transport } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';

/** How one replica reaches the server: the addresses for reads and for writes. */
export interface ReplicaConnections {
  readonly name: string;
  readonly readServer: string;
  readonly writeServer: string;
  readonly readToken: () => string;
  readonly writeToken: () => string;
  /** Whether the replica uses `fetchTransport`, or `kubeConfigTransport`, and whether its reconcile function returns a promise. */
  readonly isAsync: boolean;
}

/** Returns the transports of a replica: for reads and for writes. */
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
