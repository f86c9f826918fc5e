import { stringify } from 'yaml';

/** A kubeconfig of one cluster. */
export function kubeConfigOf(url: string, token: string | undefined): string {
  const name = 'rx-informer';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    // client-node refuses plain HTTP without it.
    clusters: [{ name, cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: token === undefined ? {} : { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'default' } }],
    'current-context': name,
  });
}

/** The address of a server; that of IPv6 stands in brackets. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
