import { hidden, OptionsError } from '../objects/index.ts';
import type { KubeRequest } from './transport.ts';

/**
 * For transports: what stands behind the server's address, path and query.
 *
 * @param extra - parameters that a request may overrule
 * @throws OptionsError for a body that is no string, which would be sent as `[object Object]`; for a path that could lead to another server (`//host`), or has a query of its own
 */
export function requestTarget(
  { path, query, body }: KubeRequest,
  extra: Readonly<Record<string, string>> = {},
): string {
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(path)) {
    throw new OptionsError(
      'request: path',
      path,
      'a path: it begins with one slash and has no blank, \\, ? or #',
    );
  }
  if (body !== undefined && typeof body !== 'string') {
    throw new OptionsError('request: body', hidden, 'a string: give JSON.stringify(object)');
  }
  const parameters = new URLSearchParams({ ...extra, ...query }).toString();
  return parameters === '' ? path : `${path}?${parameters}`;
}

/** The address of a server, to which the target of a request is added. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
