import { kubeConfigTransport } from '../../client-node/index.ts';
import type { Transport } from '../../source/index.ts';
import { readCertificateAuthority } from './certificate-authority.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { serverUrl } from './server-url.ts';
import { tokenOf } from './token.ts';

/**
 * What was typed, checked and read.
 *
 * @throws CommandError
 */
export function connectionOf(
  { server, token, certificateAuthority }: ConnectionOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Connection {
  const bearer = tokenOf(token, environment);
  return {
    server: serverUrl(server),
    ...(bearer === undefined ? {} : { token: bearer }),
    ...(certificateAuthority === undefined
      ? {}
      : { certificateAuthority: readCertificateAuthority(certificateAuthority) }),
  };
}

/** A transport to that server: to `kubeConfigTransport` a connection is a small kubeconfig. */
export function connect({ server, token, certificateAuthority }: Connection): Transport {
  return kubeConfigTransport({
    getCurrentCluster: () => ({ server }),
    applyToHTTPSOptions: (options: object) => {
      const request = options as { ca?: string; headers?: Record<string, string> };
      if (certificateAuthority !== undefined) request.ca = certificateAuthority;
      if (token !== undefined) request.headers = { ...request.headers, Authorization: `Bearer ${token}` };
      return Promise.resolve();
    },
  });
}
