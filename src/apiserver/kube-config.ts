import { yaml } from '../yaml/index.ts';

/** Returns a kubeconfig that contains one cluster. */
export function kubeConfigOf(url: string, token: string | undefined, ca?: string): string {
  const name = 'rx-informer';
  return yaml().stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, ...trust(url, ca) } }],
    users: [{ name, user: token === undefined ? {} : { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'default' } }],
    'current-context': name,
  });
}

/**
 * Returns the TLS settings for the cluster in a kubeconfig. For plain HTTP, the verification of certificates is off,
 * because client-node otherwise rejects plain HTTP.
 */
function trust(url: string, ca: string | undefined): object {
  if (url.startsWith('http:')) return { 'insecure-skip-tls-verify': true };
  return ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
}

/** Returns the URL of a server. An IPv6 address is written in brackets. */
export function urlOf(host: string, port: number, tls = false): string {
  return `http${tls ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
