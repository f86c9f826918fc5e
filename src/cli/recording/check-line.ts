import { Buffer } from 'node:buffer';
import { ProtocolError, textOversize } from '../../objects/index.ts';
import { createSizeGuard } from '../../source/index.ts';
import { CommandError } from '../command-error.ts';

/** Levels of a line: the real server takes 10,000. The command shows an object of over 500 by its identity. */
const deepest = 50_000;

/** Of this many bytes the guard allows what a page of 500 objects with 2,000 values each may have. */
const guard = createSizeGuard({ maxFrameBytes: 134_217_728, maxPageBytes: Infinity });
const tooMany = 'has more than 2097152 values, or more than 262144 different keys';

/**
 * Refuses a line of a recording that would take the command seconds, before it is parsed.
 *
 * @throws CommandError that names the file and the line
 */
export function checkLine(file: string, line: number, text: string): void {
  const problem = text.length > deepest ? problemIn(text) : undefined;
  if (problem === undefined) return;
  throw new CommandError(`${file}: line ${line} ${problem}`, {
    hints: ['A program can replay it: replayListerWatcher of rx-informer/recording.'],
  });
}

function problemIn(text: string): string | undefined {
  if (textOversize(text, Infinity, deepest) === 'too deep') return `is nested deeper than ${deepest} levels`;
  if (text.length < shortest) return undefined;
  const bytes = Buffer.from(text);
  try {
    guard.check('it', bytes, 0, bytes.length);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return tooMany;
  }
}

/** Characters: a shorter one than this cannot have too many keys, at five for each. */
const shortest = 1_000_000;
