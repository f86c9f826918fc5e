import type { ApiServerOptions } from '../../apiserver/index.ts';
import { usageError } from '../command-error.ts';

/** Name and token of the user without rights. */
const limited = 'alice';

/** The pages that may read the answers. */
export const allowedOrigin = 'http://app.example';

/**
 * What the checks of the protocol ask for: nobody comes in without a token, that of `alice` is her name and gives no
 * rights. Pages of `allowedOrigin` may read the answers. The versions 1 and 2 are too old on any server of ours: they were used for what it begins with.
 *
 * @throws CommandError where there is no token for the user who may do everything, or it is alice's
 */
export function conformanceOptions(token: string | undefined): ApiServerOptions {
  if (token === undefined) throw usageError('--conformance goes with --token');
  if (token === limited) throw usageError(`--token ${limited}: with --conformance that is another user's`);
  return {
    tokens: { [token]: 'admin', [limited]: { user: limited } },
    cors: { origins: [allowedOrigin] },
  };
}
