import { CommandError } from '../command-error.ts';
import type { Output } from './output.ts';

/** The maximum number of bytes that wait for the reader of a recording. */
const maxUnread = 256 * 1_048_576;

/**
 * Returns the reason why a recording ends because too many bytes wait for its reader; `undefined` if the recording can
 * go on.
 */
export function unreadProblem(waiting: number): string | undefined {
  return waiting > maxUnread ? `more than ${maxUnread} bytes wait for the program that reads it` : undefined;
}

/**
 * Checks the number of bytes that wait for the reader of stdout.
 *
 * @throws CommandError if too many bytes wait
 */
export function checkRead(output: Pick<Output, 'waiting'>): void {
  const problem = unreadProblem(output.waiting());
  if (problem !== undefined) throw new CommandError(`cannot write the output: ${problem}`);
}
