import { OptionsError } from '../objects/index.ts';
import { checkClusterTls, clusterTls, type TlsMaterial, tlsMaterialOf } from './tls-material.ts';
import { type ProxyAddress, proxyAddressOf } from './proxy-address.ts';

/** The members of client-node's `KubeConfig` that the transport uses. */
export interface KubeConfigLike {
  /** Returns the cluster of the current context. */
  getCurrentCluster(): { readonly server: string; readonly proxyUrl?: string } | null;
  /**
   * Returns the user of the current context. If this method exists, concurrent requests share one run of a
   * plugin.
   */
  getCurrentUser?(): object | null;
  /** Writes TLS material, headers and authentication into the options of a request. */
  applyToHTTPSOptions(options: object): Promise<void>;
}

/** The server and the credentials that a `KubeConfig` currently contains. */
export interface Credentials {
  readonly server: string;
  /**
   * The headers with credentials. A header that is sent several times has an array of values, for example the
   * groups of an impersonated user.
   */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** User name and password for basic authentication, in the format `name:password`. */
  readonly auth: string | undefined;
  readonly tls: TlsMaterial;
  readonly proxy: ProxyAddress | undefined;
}

/**
 * Requests the current credentials from a config. Call this function for each HTTP request, because tokens
 * rotate, and exec plugins run again after their credentials expire.
 */
export async function requestCredentials(config: KubeConfigLike): Promise<Credentials> {
  const cluster = config.getCurrentCluster();
  if (cluster === null)
    throw new OptionsError('kubeConfigTransport: config', '(not shown)', 'one with a current cluster');

  checkClusterTls(cluster);
  const { server, proxyUrl = '' } = cluster;
  const proxy = proxyUrl === '' ? undefined : proxyAddressOf(proxyUrl);
  const options: FilledOptions = { headers: {} };
  await config.applyToHTTPSOptions(options).catch((error: unknown) => {
    if (!isPlainHttpRefused(error)) throw error;
  });
  return {
    server,
    headers: trimmed(options.headers ?? {}),
    auth: options.auth,
    tls: { ...(isAnonymous(config) && clusterTls(cluster)), ...tlsMaterialOf(options) },
    proxy,
  };
}

/**
 * Returns the name of a header that Node refuses to send, or `undefined`. Node refuses a value with a
 * character that HTTP does not allow.
 */
export const unsendableHeader = ({ headers }: Credentials): string | undefined =>
  Object.entries(headers).find(([, value]) => [value].flat().some((one) => notAllowed.test(one)))?.[0];

/**
 * Matches a character that Node forbids in a header: a control character, such as a line end, or a character
 * outside Latin-1.
 */
const notAllowed = /[^\t\x20-\x7e\x80-\xff]/;

const isAnonymous = (config: KubeConfigLike): boolean => config.getCurrentUser?.() === null;

/** The members that this file reads from the options that client-node writes. */
interface FilledOptions extends TlsMaterial {
  headers?: Record<string, unknown>;
  auth?: string;
}

/**
 * Returns whether client-node threw because of a plain `http:` server. For such a server without
 * `skipTLSVerify`, client-node creates no agent, and throws. The transport does not need that agent.
 * client-node writes all other members before it throws.
 */
const isPlainHttpRefused = (error: unknown): boolean =>
  String((error as Partial<Error> | null)?.message).startsWith('HTTP protocol is not allowed');

/**
 * Removes white space around the values of headers. A token from a file can end in a line feed, which HTTP
 * does not allow in a header.
 */
const trimmed = (headers: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.map((one) => String(one).trim()) : String(value).trim(),
    ]),
  );
