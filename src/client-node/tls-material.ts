import type { AgentOptions } from 'node:https';
import { nodeCrypto, nodeFs } from './node-modules.ts';
import { isRecord, isNonEmptyString, OptionsError } from '../objects/index.ts';

export type TlsMaterial = Pick<AgentOptions, (typeof fields)[number]>;

const fields = ['ca', 'cert', 'key', 'pfx', 'passphrase', 'rejectUnauthorized', 'servername'] as const;

export function tlsMaterialOf(options: TlsMaterial): TlsMaterial {
  return Object.fromEntries(
    fields.filter((field) => options[field] !== undefined).map((field) => [field, options[field]]),
  );
}

/**
 * Returns a hash of the TLS material, which does not reveal a private key. Equal material has the same hash.
 * The hash of no material is empty.
 */
export function fingerprintOf(material: TlsMaterial): string {
  if (fields.every((field) => material[field] === undefined)) return '';
  const content = fields.map((field) => [field, textOf(material[field])]);
  return nodeCrypto().createHash('sha256').update(JSON.stringify(content)).digest('base64');
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf);
  return ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value;
}

/**
 * Checks TLS members of a cluster that can have a wrong type in a YAML file. If the server name is a number,
 * the socket fails, and no request gets the error. Node treats the text `false` as true, which would switch
 * off the verification of certificates.
 *
 * @throws OptionsError for a member of the wrong type
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
 * Returns the TLS options of a cluster of client-node (1.4 and 2.x). kubectl allows a context without a user, but client-node then
 * writes no options, not even the CA.
 */
export function clusterTls(cluster: unknown): TlsMaterial {
  if (!isRecord(cluster)) return {};
  const { caFile, caData, skipTLSVerify, tlsServerName } = cluster;
  return {
    ...(isNonEmptyString(caData) && { ca: Buffer.from(caData, 'base64') }),
    ...(isNonEmptyString(caFile) && { ca: nodeFs().readFileSync(caFile) }),
    ...(skipTLSVerify === true && { rejectUnauthorized: false }),
    ...(isNonEmptyString(tlsServerName) && { servername: tlsServerName }),
  };
}
