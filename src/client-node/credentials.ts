import { OptionsError } from '../objects/index.ts';
import { checkClusterTls, clusterTls, type TlsMaterial, tlsMaterialOf } from './tls-material.ts';
import { type ProxyAddress, proxyAddressOf } from './proxy-address.ts';

/** What is used of a `KubeConfig`. */
export interface KubeConfigLike {
  /** The cluster of the current context. */
  getCurrentCluster(): { readonly server: string; readonly proxyUrl?: string } | null;
  /** The user of the current context. Where it is there, plugins that were asked at one moment are run once. */
  getCurrentUser?(): object | null;
  /** Fills in TLS material, headers and authentication. */
  applyToHTTPSOptions(options: object): Promise<void>;
}

/** Where to and as whom, as a `KubeConfig` says it at this moment. */
export interface Credentials {
  readonly server: string;
  /** Several values where one name is sent several times, as for the groups of an impersonated user. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** `name:password`, for basic authentication. */
  readonly auth: string | undefined;
  readonly tls: TlsMaterial;
  /** Of a cluster that is behind one. */
  readonly proxy: ProxyAddress | undefined;
}

/** Asks a config; tokens rotate, and exec plugins run when what they gave has expired. */
export async function askForCredentials(config: KubeConfigLike): Promise<Credentials> {
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

/** The name of a header that Node refuses to send: its value holds a character that HTTP does not allow there. */
export const unsendableHeader = ({ headers }: Credentials): string | undefined =>
  Object.entries(headers).find(([, value]) => [value].flat().some((one) => notAllowed.test(one)))?.[0];

/** As Node has it: control characters, line ends among them, and what is not in Latin-1. */
const notAllowed = /[^\t\x20-\x7e\x80-\xff]/;

const isAnonymous = (config: KubeConfigLike): boolean => config.getCurrentUser?.() === null;

/** What client-node writes into the options it is given, as far as it is used. */
interface FilledOptions extends TlsMaterial {
  headers?: Record<string, unknown>;
  auth?: string;
}

/**
 * client-node makes no agent for a plain `http:` server without `skipTLSVerify`, and throws. That agent is not needed, and
 * by then everything else is filled in.
 */
const isPlainHttpRefused = (error: unknown): boolean =>
  String((error as Partial<Error> | null)?.message).startsWith('HTTP protocol is not allowed');

/** A token read from a file may end in a line feed, which no header may hold. */
const trimmed = (headers: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.map((one) => String(one).trim()) : String(value).trim(),
    ]),
  );
