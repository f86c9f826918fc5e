import { withoutTrailingSlashes } from '../../source/index.ts';
import { usageError } from '../command-error.ts';

/**
 * Returns the URL of a server, without a slash at its end.
 *
 * @throws CommandError for a text that is not a URL of a server; the message never contains a password
 */
export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw usageError(
      `--server takes a URL that begins with https:// or http://${url === undefined ? '' : `, not ${url.protocol}`}`,
      'As in: --server https://203.0.113.7:6443',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError(
      '--server takes a URL without a user and a password',
      'A token goes into the environment variable RX_INFORMER_TOKEN.',
    );
  }
  if (url.search !== '' || url.hash !== '') throw usageError('--server takes a URL without ? and #');
  return withoutTrailingSlashes(url.href);
}
