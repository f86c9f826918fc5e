import { Buffer } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { ProtocolError, textOversize } from '../../objects/index.ts';
import { createSizeGuard } from '../../source/index.ts';
import { CommandError } from '../command-error.ts';

/**
 * The maximum number of JSON levels of a line. A real kube-apiserver accepts 10,000 levels. If an object has more than
 * 500 levels, the command shows only the identity of the object.
 */
const deepest = 50_000;

/**
 * The limits for the size of a line. With this value of `maxFrameBytes`, a line can contain a page of 500
 * objects with 2,000 values each.
 */
const sizes = { maxFrameBytes: 134_217_728, maxPageBytes: Infinity };
const tooManyBytes = `has more than ${sizes.maxFrameBytes} bytes in UTF-8`;

/**
 * Checks a line of a recording before the line is parsed. Refuses a line that would take seconds to parse. Yields to
 * the event loop between the checks, and at the end for a large line. The parse of a line takes up to a second.
 *
 * Rejects with a CommandError that names the file and the line.
 */
export async function checkLine(file: string, line: number, text: string): Promise<void> {
  if (text.length <= deepest) return;
  await turn();
  const problem = depthProblem(text) ?? (text.length < shortest ? undefined : await sizeProblem(text));
  if (problem !== undefined) throw lineError(file, line, problem);
}

/** Creates the error for a line that is longer than {@link longestLine}. */
export const tooLongError = (file: string, line: number): CommandError => lineError(file, line, tooLong);

const lineError = (file: string, line: number, problem: string): CommandError =>
  new CommandError(`${file}: line ${line} ${problem}`, {
    hints: ['A program can replay it: replayListerWatcher of rx-informer/recording.'],
  });

/** The maximum number of characters of a line. */
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
    return error.message.replace(/;.*/, '').trim(); // removes the advice: the command has no such option
  }
  await turn();
  return undefined;
}

/**
 * The minimum number of characters of a line whose keys are checked. With five characters per key, a shorter line
 * cannot have too many keys.
 */
const shortest = 1_000_000;
