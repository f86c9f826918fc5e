import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import type { Transport } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { type Cluster, load } from '../kube.mjs';

/**
 * Reads the description of the cluster that all specs share. Call it in each spec, because another spec may have
 * restarted a server.
 */
export function sharedCluster(): Cluster {
  return load(process.env['RX_INFORMER_KUBE'] ?? '');
}

/** Returns a transport of the library to a cluster. By default, the transport uses the token of the administrator. */
export function transportTo({ kubeconfig, token: admin }: Cluster, token: string = admin): Transport {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  config.users = config.users.map((user) => ({ ...user, token }));
  return kubeConfigTransport(config);
}
