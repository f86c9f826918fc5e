import { withoutTrailingSlashes } from '../../source/index.ts';
import { CommandError } from '../command-error.ts';
import { textIn } from '../../discovery/index.ts';
import type { ChosenContext } from './choose-context.ts';

/** The address of the server of a cluster. */
export interface ClusterAddress {
  /** The URL of the server, without a slash at its end. */
  readonly server: string;
  /** The host of the proxy to the server, if there is a proxy. */
  readonly proxyHost: string | undefined;
}

/**
 * Reads `server` and `proxy-url` of a cluster.
 *
 * @throws CommandError for an invalid URL; the message never contains a password. Also throws for a TLS member of the
 *   wrong type, as kubectl does. Without this check, Node would use the member as another value, or throw an error in a
 *   socket
 */
export function clusterAddress({
  cluster,
  clusterName,
}: Pick<ChosenContext, 'cluster' | 'clusterName'>): ClusterAddress {
  const of = `the cluster “${clusterName}” of the kubeconfig`;
  checkTlsMembers(cluster, of);
  const server = withoutTrailingSlashes(textIn(cluster, 'server'));
  if (!/^https?:\/\/[^@]+$/i.test(server) || !URL.canParse(server)) {
    throw new CommandError(`${of} has no server with an https:// or http:// URL`);
  }
  // The transport appends a path to this URL for each request, so the URL may not have a query or a fragment.
  if (/[?#]/.test(server)) throw new CommandError(`${of} has a server with ? or # in its URL`);
  return { server, proxyHost: proxyHostOf(cluster['proxy-url'] ?? '', of) };
}

function proxyHostOf(proxy: unknown, of: string): string | undefined {
  if (proxy === '') return undefined;
  const url = typeof proxy === 'string' && URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url !== undefined && url.hostname !== '' && protocols.test(url.protocol)) return url.hostname;
  throw new CommandError(`${of} has a proxy-url that is not an http, https, socks4 or socks5 URL`);
}

function checkTlsMembers(cluster: ChosenContext['cluster'], of: string): void {
  if (typeof (cluster['tls-server-name'] ?? '') !== 'string') {
    throw new CommandError(`${of} has a tls-server-name that is not a text`, {
      hints: ['A number needs quotes in YAML.'],
    });
  }
  if (typeof (cluster['insecure-skip-tls-verify'] ?? false) !== 'boolean')
    throw new CommandError(`${of} has an insecure-skip-tls-verify that is neither true nor false`);
}

/** The protocols that `kubeConfigTransport` supports. */
const protocols = /^(https?|socks(4a?|5h?)?):$/;
