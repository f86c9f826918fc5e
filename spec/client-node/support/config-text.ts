import type { KubeConfigClass } from '../../contract/support/kube-config.ts';
import { base64 } from '../../contract/support/kube-config.ts';
import type { SecureServer } from './secure-server.ts';

/** Loads a KubeConfig from the text of a kubeconfig with one cluster and one user. */
export function configFrom(
  KubeConfig: KubeConfigClass,
  cluster: object,
  user: object = {},
): InstanceType<KubeConfigClass> {
  const config = new KubeConfig();
  config.loadFromString(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  );
  return config;
}

/** Returns the cluster entry of a kubeconfig. With this entry, a client trusts the certificate of the server. */
export const clusterOf = ({ address, identity }: SecureServer): object => ({
  server: address,
  'certificate-authority-data': base64(identity.cert),
});
