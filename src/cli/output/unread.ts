import { CommandError } from '../command-error.ts';
import type { Output } from './output.ts';

/** Bytes that may wait for the reader of a recording. */
const mostUnread = 256 * 1_048_576;

/** Why a recording ends when so many bytes wait for its reader; `undefined` when it goes on. */
export function unreadProblem(waiting: number): string | undefined {
  return waiting > mostUnread
    ? `more than ${mostUnread} bytes wait for the program that reads it`
    : undefined;
}

/** @throws CommandError when too much waits for the reader of stdout */
export function checkRead(output: Pick<Output, 'waiting'>): void {
  const problem = unreadProblem(output.waiting());
  if (problem !== undefined) throw new CommandError(`cannot write the output: ${problem}`);
}
