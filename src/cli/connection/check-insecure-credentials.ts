import { checkCredentialsRoute } from '../../source/index.ts';
import { usageError } from '../command-error.ts';

/**
 * Applies the rule of the transport about credentials before the first request.
 *
 * @param proxyHost - the host of the proxy before the server, if there is a proxy
 * @throws CommandError if a token or password would go over `http:` to another machine
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
