import { Buffer } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { ProtocolError, textOversize } from '../../objects/index.ts';
import { createSizeGuard } from '../../source/index.ts';
import { CommandError } from '../command-error.ts';

/** Levels of a line: the real server takes 10,000. The command shows an object of over 500 by its identity. */
const deepest = 50_000;

/** Of this many bytes the guard allows what a page of 500 objects with 2,000 values each may have. */
const sizes = { maxFrameBytes: 134_217_728, maxPageBytes: Infinity };
const tooManyBytes = `has more than ${sizes.maxFrameBytes} bytes in UTF-8`;

/**
 * Refuses a line of a recording that would take the command seconds, before it is parsed. The event loop gets a turn between
 * the steps, and before a large line is handed on; the parse itself takes up to a second.
 *
 * Rejects with a CommandError that names the file and the line.
 */
export async function checkLine(file: string, line: number, text: string): Promise<void> {
  if (text.length <= deepest) return;
  await turn();
  const problem = depthProblem(text) ?? (text.length < shortest ? undefined : await sizeProblem(text));
  if (problem !== undefined) throw lineError(file, line, problem);
}

/** What a line that goes on beyond {@link longestLine} is refused with. */
export const tooLongError = (file: string, line: number): CommandError => lineError(file, line, tooLong);

const lineError = (file: string, line: number, problem: string): CommandError =>
  new CommandError(`${file}: line ${line} ${problem}`, {
    hints: ['A program can replay it: replayListerWatcher of rx-informer/recording.'],
  });

/** Characters of a line. */
export const longestLine = 67_108_864;
const tooLong = `has more than ${longestLine} characters`;

const depthProblem = (text: string): string | undefined =>
  textOversize(text, Infinity, deepest) === 'too deep'
    ? `is nested deeper than ${deepest} levels`
    : undefined;

async function sizeProblem(text: string): Promise<string | undefined> {
  await turn();
  if (Buffer.byteLength(text) > sizes.maxFrameBytes) return tooManyBytes;
  const bytes = Buffer.from(text);
  try {
    createSizeGuard(sizes).check('', bytes, 0, bytes.length);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return error.message.replace(/;.*/, '').trim(); // without the advice to raise an option that the command has not
  }
  await turn();
  return undefined;
}

/** Characters: a shorter line than this cannot have too many keys, at five for each. */
const shortest = 1_000_000;
