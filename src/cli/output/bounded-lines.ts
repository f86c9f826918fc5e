import type { Writable } from 'node:stream';

/** The maximum number of bytes of status lines that wait for the reader of stderr. */
const maxUnreadStatus = 4 * 1_048_576;

/**
 * Creates a function that writes lines to a stream while at most `maxUnreadStatus` bytes wait for the reader of the
 * stream. If more bytes wait, the function leaves out lines until the reader has read all bytes. Then the function
 * writes the number of missing lines.
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
