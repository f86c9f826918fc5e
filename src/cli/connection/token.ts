import { usageError } from '../command-error.ts';

/** Where the token may come from, so that it need not show in a list of processes. */
export const tokenVariable = 'RX_INFORMER_TOKEN';

/**
 * The bearer token: the one typed, else the one in the environment, else none.
 *
 * @throws CommandError where it cannot be one; never with the token in its text
 */
export function tokenOf(
  typed: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (typed?.trim() === '') throw usageError('--token is empty', 'Is the variable set that it comes from?');
  const token = (typed ?? environment[tokenVariable] ?? '').trim();
  if (token === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw usageError(`the token has a character that no token has, such as a blank or the end of a line`);
  }
  return token;
}
