import { type KubeConfigLike, kubeConfigTransport } from '../../client-node/index.ts';
import type { Transport } from '../../source/index.ts';
import { checkInsecureCredentials } from './check-insecure-credentials.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { serverUrl } from './server-url.ts';
import { tokenOf, tokenVariable } from './token.ts';

/**
 * The connection to a server that was typed, checked.
 *
 * @param certificateAuthority - the text of a PEM file
 * @throws CommandError
 */
export function serverConnection(
  { server, token, allowInsecureCredentials }: ConnectionOptions & { readonly server: string },
  environment: Readonly<Record<string, string | undefined>>,
  certificateAuthority?: string,
): Connection {
  const bearer = tokenOf(token, environment);
  const url = serverUrl(server);
  if (bearer !== undefined) checkInsecureCredentials(url, allowInsecureCredentials);
  return {
    server: url,
    transport: transportTo({
      server: url,
      allowInsecureCredentials,
      ...(bearer === undefined ? {} : { token: () => bearer }),
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    }),
    loginHint: `Is the token right and not expired? It comes from --token or ${tokenVariable}.`,
    authorityHint: 'Give the certificate of its authority: --certificate-authority FILE',
  };
}

/** A server and what it wants to see. */
interface ServerAccess {
  readonly server: string;
  readonly allowInsecureCredentials?: boolean | undefined;
  /** Asked at each request; a secret, it goes into the header and nowhere else. */
  readonly token?: () => string;
  /** The text of a PEM file. */
  readonly certificateAuthority?: string;
}

/** A transport to that server: `kubeConfigTransport` takes it for a small kubeconfig. */
export function transportTo({
  server,
  token,
  certificateAuthority,
  allowInsecureCredentials = false,
}: ServerAccess): Transport {
  const config: KubeConfigLike = {
    getCurrentCluster: () => ({ server }),
    applyToHTTPSOptions: (options: object) =>
      new Promise((resolve) => {
        const request = options as { ca?: string; headers?: Record<string, string> };
        if (certificateAuthority !== undefined) request.ca = certificateAuthority;
        if (token !== undefined) request.headers = { ...request.headers, Authorization: `Bearer ${token()}` };
        resolve();
      }),
  };
  return kubeConfigTransport(config, { allowInsecureCredentials });
}
