import { checkCredentialsRoute } from '../../source/index.ts';
import { usageError } from '../command-error.ts';

/**
 * Rejects insecure credentials before the first request. The rule is the same as in the transport.
 *
 * @param proxyHost - the host of the proxy to the server, if there is a proxy
 * @throws CommandError if a token or password would be sent over `http:` to another host
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
