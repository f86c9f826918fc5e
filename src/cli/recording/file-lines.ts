import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { StringDecoder } from 'node:string_decoder';
import { CommandError } from '../command-error.ts';
import { reasonOf } from '../reason-of.ts';

/** Of a chunk. */
const chunkBytes = 65_536;
/** Of one line: a page may have 256 MiB of objects. What goes on for longer is no recording. */
const longest = 300_000_000;
/** So many lines at most between two looks at the event loop. */
const linesAtOnce = 64;

/**
 * The lines of a file, read as they are asked for: a chunk of it is in memory, and the line that it is in.
 *
 * @throws CommandError for a file that cannot be read
 */
export function* fileLines(file: string): Generator<string> {
  const descriptor = opened(file);
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(chunkBytes);
    let begun: string[] = [];
    let [length, first] = [0, true];
    for (;;) {
      const size = read(file, descriptor, chunk);
      const [head = '', ...rest] = (
        size === 0 ? decoder.end() : decoder.write(chunk.subarray(0, size))
      ).split('\n');
      begun.push(head);
      length += head.length;
      for (const next of rest) {
        yield begun.join('');
        first = false;
        begun = [next];
        length = next.length;
      }
      if (size > 0 && length <= (first ? chunkBytes : longest)) continue;
      if (length > 0) yield begun.join('');
      return;
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The same, for a reader who may be slow: the next line comes when that takes more, and everything else has its turn.
 *
 * @param ready - resolves once the reader takes more
 */
export async function* pacedLines(
  lines: Iterable<string>,
  ready: () => Promise<unknown> | undefined,
): AsyncGenerator<string> {
  let count = 0;
  for (const line of lines) {
    await ready();
    if (++count % linesAtOnce === 0) await setImmediate();
    yield line;
  }
}

function opened(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

function read(file: string, descriptor: number, chunk: Buffer): number {
  try {
    return readSync(descriptor, chunk);
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

const cannotRead = (file: string, cause: unknown): CommandError =>
  new CommandError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
