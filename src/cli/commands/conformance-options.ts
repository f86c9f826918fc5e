import type { ApiServerOptions } from '../../apiserver/index.ts';
import { usageError } from '../command-error.ts';

/** The name and the token of the user without rights in the conformance checks. */
const limited = 'alice';

/** The origin of the pages that may read the answers of the server. */
export const allowedOrigin = 'http://app.example';

/**
 * Returns the server options that the conformance checks need:
 * - Every request needs a token.
 * - The token `alice` belongs to the user alice, who has no rights.
 * - Pages of the origin `allowedOrigin` may read the answers.
 *
 * The checks need resourceVersions that are too old. On each server of this package, the versions 1 and 2 are
 * too old, because the initial objects used them.
 *
 * @throws CommandError if the token of the user with all rights is missing, or is `alice`
 */
export function conformanceOptions(token: string | undefined): ApiServerOptions {
  if (token === undefined) throw usageError('--conformance needs --token');
  if (token === limited)
    throw usageError(
      '--token: with --conformance this token belongs to the user without rights; choose another token',
    );
  return {
    tokens: { [token]: 'admin', [limited]: { user: limited } },
    cors: { origins: [allowedOrigin] },
  };
}
