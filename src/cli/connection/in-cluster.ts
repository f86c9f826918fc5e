import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { ConnectionError } from '../../objects/index.ts';
import { readFileNow } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';
import { readCertificateAuthority } from './certificate-authority.ts';
import type { Connection } from './connection.ts';
import { transportTo } from './server-connection.ts';

/** The directory that contains the files of a pod's service account. */
const serviceAccountDirectory = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Returns the connection of a pod to its own cluster, as client-go's `InClusterConfig` does. Returns `undefined`
 * outside a pod. Reads the token file at each request, because the kubelet renews the token.
 *
 * @throws CommandError if the certificate of the authority cannot be read
 */
export function inClusterConnection(
  environment: Readonly<Record<string, string | undefined>>,
  directory: string = serviceAccountDirectory,
): Connection | undefined {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = environment;
  const tokenFile = join(directory, 'token');
  if (host === '' || port === '' || !existsSync(tokenFile)) return undefined;

  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const authorityFile = join(directory, 'ca.crt');
  const { POD_NAMESPACE: fromEnvironment = '' } = environment;
  const namespace = fromEnvironment === '' ? namespaceIn(directory) : fromEnvironment;
  return {
    server,
    transport: transportTo({
      server,
      token: () => read(tokenFile),
      ...(existsSync(authorityFile) ? { certificateAuthority: readCertificateAuthority(authorityFile) } : {}),
    }),
    ...(namespace === ''
      ? {}
      : {
          namespace,
          namespaceOwner: fromEnvironment === '' ? join(directory, 'namespace') : 'POD_NAMESPACE',
        }),
    loginHint: `The token is that of the pod’s service account: ${tokenFile}`,
    authorityHint: `The certificate of its authority comes from ${authorityFile}`,
  };
}

function read(file: string): string {
  try {
    return readFileNow(file).toString('utf8').trim();
  } catch (error) {
    throw new ConnectionError(`cannot read ${file}: ${reasonOf(error)}`, { answered: false });
  }
}

function namespaceIn(directory: string): string {
  const file = join(directory, 'namespace');
  return existsSync(file) ? readFileNow(file).toString('utf8').trim() : '';
}
