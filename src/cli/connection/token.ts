import { usageError } from '../command-error.ts';

/** The environment variable for the token. A token in this variable is not visible in a list of processes. */
export const tokenVariable = 'RX_INFORMER_TOKEN';

/**
 * Returns the bearer token that the user typed. If the user typed none, returns the token of the environment, or
 * `undefined`.
 *
 * @throws CommandError for an empty or malformed token; the message never contains the token
 */
export function tokenOf(
  typed: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (typed?.trim() === '')
    throw usageError('--token is empty', 'Is the shell variable set that gives its value?');
  const token = (typed ?? environment[tokenVariable] ?? '').trim();
  if (token === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw usageError(`the token has a character that no token has, such as a blank or the end of a line`);
  }
  return token;
}
