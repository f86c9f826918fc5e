import { OptionsError } from '../objects/index.ts';
import { checkClusterTls, clusterTls, type TlsMaterial, tlsMaterialOf } from './tls-material.ts';
import { type ProxyAddress, proxyAddressOf } from './proxy-address.ts';

/** The members of a `KubeConfig` that the transport uses. */
export interface KubeConfigLike {
  /** The cluster of the current context. */
  getCurrentCluster(): { readonly server: string; readonly proxyUrl?: string } | null;
  /** The user of the current context. If the method exists, concurrent requests share one run of a plugin. */
  getCurrentUser?(): object | null;
  /** Writes TLS material, headers and authentication into the options. */
  applyToHTTPSOptions(options: object): Promise<void>;
}

/** The current server and credentials of a `KubeConfig`. */
export interface Credentials {
  readonly server: string;
  /** A header that is sent several times has several values, for example the groups of an impersonated user. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** `name:password`, for basic authentication. */
  readonly auth: string | undefined;
  readonly tls: TlsMaterial;
  readonly proxy: ProxyAddress | undefined;
}

/** Requests credentials from a config for a request. Tokens rotate, and exec plugins run again after their credentials expire. */
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

/** The name of a header that Node refuses to send, because the value contains a character that HTTP does not allow. */
export const unsendableHeader = ({ headers }: Credentials): string | undefined =>
  Object.entries(headers).find(([, value]) => [value].flat().some((one) => notAllowed.test(one)))?.[0];

/** Node's rule for forbidden characters: control characters, including line ends, and characters outside Latin-1. */
const notAllowed = /[^\t\x20-\x7e\x80-\xff]/;

const isAnonymous = (config: KubeConfigLike): boolean => config.getCurrentUser?.() === null;

/** The used members of the options that client-node writes. */
interface FilledOptions extends TlsMaterial {
  headers?: Record<string, unknown>;
  auth?: string;
}

/**
 * For a plain `http:` server without `skipTLSVerify` client-node creates no agent, and throws. The transport does not need the
 * agent, and client-node has written all other members before it throws.
 */
const isPlainHttpRefused = (error: unknown): boolean =>
  String((error as Partial<Error> | null)?.message).startsWith('HTTP protocol is not allowed');

/** A token from a file can end in a line feed, which no header allows. */
const trimmed = (headers: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.map((one) => String(one).trim()) : String(value).trim(),
    ]),
  );
