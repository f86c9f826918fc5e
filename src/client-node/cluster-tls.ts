import { isRecord, isText } from '../objects/index.ts';
import { nodeFs } from './node-modules.ts';
import type { TlsMaterial } from './tls-material.ts';

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
