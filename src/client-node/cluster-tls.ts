import { isRecord, isText, OptionsError } from '../objects/index.ts';
import { nodeFs } from './node-modules.ts';
import type { TlsMaterial } from './tls-material.ts';

/**
 * Checks what a YAML file may have as something else than client-node takes it for. A number as a server name fails within
 * a socket, where no request hears of it, and Node takes the text `false` for true, which would switch off the verification.
 *
 * @throws OptionsError
 */
export function checkClusterTls(cluster: object): void {
  const { tlsServerName, skipTLSVerify } = cluster as Readonly<Record<string, unknown>>;
  if (typeof (tlsServerName ?? '') !== 'string')
    throw new OptionsError("kubeConfigTransport: the cluster's tls-server-name", tlsServerName, 'a text');
  if (typeof (skipTLSVerify ?? false) !== 'boolean') {
    const option = "kubeConfigTransport: the cluster's insecure-skip-tls-verify";
    throw new OptionsError(option, skipTLSVerify, 'true or false');
  }
}

/**
 * What a cluster of client-node (1.4 and 2.x) says of TLS, by its shape. For a context without a user, as kubectl allows
 * it: client-node fills in nothing there, not even the CA.
 */
export function clusterTls(cluster: unknown): TlsMaterial {
  if (!isRecord(cluster)) return {};
  const { caFile, caData, skipTLSVerify, tlsServerName } = cluster;
  return {
    ...(isText(caData) && { ca: Buffer.from(caData, 'base64') }),
    ...(isText(caFile) && { ca: nodeFs().readFileSync(caFile) }),
    ...(skipTLSVerify === true && { rejectUnauthorized: false }),
    ...(isText(tlsServerName) && { servername: tlsServerName }),
  };
}
