import { type KubeConfigLike, kubeConfigTransport } from '../../client-node/index.ts';
import type { Transport } from '../../source/index.ts';
import { checkInsecureCredentials } from './check-insecure-credentials.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { serverUrl } from './server-url.ts';
import { tokenOf, tokenVariable } from './token.ts';

/**
 * Checks the connection options, and returns the connection to the server that the user typed.
 *
 * @param certificateAuthority - the text of a PEM file
 * @throws CommandError for an invalid URL or token, and for a token over `http:` to another host
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

/** A server, and the user's credentials for the server. */
interface ServerAccess {
  readonly server: string;
  readonly allowInsecureCredentials?: boolean | undefined;
  /** Returns the token. The transport calls the function at each request, and writes the token only into the header. */
  readonly token?: () => string;
  /** The certificates of the authority, as the text of a PEM file. */
  readonly certificateAuthority?: string;
}

/**
 * Creates a transport to a server. Passes the server and its credentials to `kubeConfigTransport` as a small
 * kubeconfig.
 */
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
