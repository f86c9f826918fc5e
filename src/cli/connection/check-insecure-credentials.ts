import { checkCredentialsRoute } from '../../source/index.ts';
import { usageError } from '../command-error.ts';

/**
 * The same rule as that of the transport, before anything is sent.
 *
 * @param proxyHost - the host of the proxy before the server, where there is one
 * @throws CommandError where a token or password would go over `http:` to another machine
 */
export function checkInsecureCredentials(
  server: string,
  allowInsecureCredentials = false,
  proxyHost?: string,
): void {
  try {
    checkCredentialsRoute({ of: '--server', url: new URL(server), proxyHost, allowInsecureCredentials });
  } catch {
    throw usageError(
      `a token or password would go to ${new URL(server).origin}${proxyHost === undefined ? '' : ` through the proxy ${proxyHost}`} without encryption, so nothing was sent`,
      'Use https://. Where the network itself is trusted or encrypted: --allow-insecure-credentials',
    );
  }
}
