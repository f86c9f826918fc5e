import type { Writable } from 'node:stream';

/** Bytes of status lines that may wait for the reader of stderr. */
const mostUnreadStatus = 4 * 1_048_576;

/**
 * Writes lines while at most `mostUnreadStatus` bytes wait for the reader of a stream. Leaves out further ones until all
 * that waits has been read, and then says how many.
 *
 * @param notice - makes a line of a text
 */
export function boundedLines(stream: Writable, notice: (text: string) => string): (line: string) => void {
  let leftOut = 0;
  const goOn = (): void => {
    const lines = leftOut === 1 ? 'a line is' : `${leftOut} lines are`;
    leftOut = 0;
    stream.write(
      `${notice(`${lines} missing here: more than ${mostUnreadStatus} bytes waited for the reader of stderr`)}\n`,
    );
  };
  return (line) => {
    if (leftOut === 0 && stream.writableLength <= mostUnreadStatus) return void stream.write(`${line}\n`);
    if (leftOut === 0) stream.once('drain', goOn);
    leftOut++;
  };
}
