import type { Writable } from 'node:stream';

/** Maximum bytes of status lines that wait for the reader of stderr. */
const maxUnreadStatus = 4 * 1_048_576;

/**
 * Creates a function that writes lines while at most `maxUnreadStatus` bytes wait for the reader of a stream. If more
 * bytes wait, it leaves out lines until the reader has read all bytes, and then writes how many lines are missing.
 *
 * @param notice - formats a text as a line
 */
export function boundedLines(stream: Writable, notice: (text: string) => string): (line: string) => void {
  let leftOut = 0;
  const goOn = (): void => {
    const lines = leftOut === 1 ? 'a line is' : `${leftOut} lines are`;
    leftOut = 0;
    stream.write(
      `${notice(`${lines} missing here: more than ${maxUnreadStatus} bytes waited for the reader of stderr`)}\n`,
    );
  };
  return (line) => {
    if (leftOut === 0 && stream.writableLength <= maxUnreadStatus) return void stream.write(`${line}\n`);
    if (leftOut === 0) stream.once('drain', goOn);
    leftOut++;
  };
}
