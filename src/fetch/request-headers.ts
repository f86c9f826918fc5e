import { ConnectionError, OptionsError, type StringMap } from '../objects/index.ts';

/**
 * The headers of one request: the transport's, then the request's own, then the token. The text of no error repeats a
 * header: what `fetch` itself says of a bad one would.
 */
export function requestHeaders(
  fixed: StringMap | undefined,
  own: StringMap | undefined,
  token: unknown,
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries({ ...fixed, ...own })) {
    try {
      headers.set(name, value);
    } catch {
      throw new OptionsError('fetchTransport: headers', '(not shown)', 'names and values that HTTP allows');
    }
  }
  if (token === undefined || token === null || token === '') return headers;

  const bare = typeof token === 'string' ? token.trim() : '';
  if (!/^[\x21-\x7e]+$/.test(bare)) {
    throw new ConnectionError(
      'the token is not one line of printable ASCII without blanks, so nothing was sent',
    );
  }
  headers.set('authorization', `Bearer ${bare}`);
  return headers;
}
