import { KubeError } from '../objects/index.ts';

/**
 * The problem of a recording.
 *
 * - `notARecording`: the file is not a recording, because it does not begin with a header
 * - `newerVersion`: a newer rx-informer wrote the recording
 * - `invalidLine`: a line is invalid
 * - `truncated`: the last line is truncated; the lines before it have been replayed
 * - `mismatch`: a request differs from the recorded request
 * - `ended`: the recording has ended; all lines have been replayed
 * - `unreadable`: the lines could not be read; see the cause
 * - `unwritable`: a line could not be written; see the cause
 */
export type RecordingProblem =
  | 'notARecording'
  | 'newerVersion'
  | 'invalidLine'
  | 'truncated'
  | 'mismatch'
  | 'ended'
  | 'unreadable'
  | 'unwritable';

/**
 * The error of a recording that cannot be written, read or replayed. A retry cannot help, so by default the
 * error ends the stream of a reflector.
 *
 * @example
 * ```ts
 * replay(lines).subscribe({
 *   error: (error) => console.log(error instanceof RecordingError ? error.line : 'another one'),
 * });
 * ```
 */
export class RecordingError extends KubeError {
  readonly problem: RecordingProblem;
  /**
   * The number of the line with the problem, from 1. If the recording has ended, the number of the last line.
   * The value is `undefined` for a problem without a line.
   */
  readonly line: number | undefined;

  constructor(
    problem: RecordingProblem,
    message: string,
    options: { readonly line?: number; readonly cause?: unknown } = {},
  ) {
    const where = options.line === undefined ? '' : `line ${options.line} of the recording: `;
    super('fatal', `${where}${message}`, 'cause' in options ? { cause: options.cause } : {});
    this.problem = problem;
    this.line = options.line;
  }
}

/** Creates the error for an invalid header. */
export const notARecording = (line: number, how: string): RecordingError =>
  new RecordingError(
    'notARecording',
    `this is not a recording of rx-informer: ${how}; give a file that record, or \`rx-informer record\`, has written`,
    { line },
  );

/** Creates the error for an invalid line that is not the last line. */
export const invalidLine = (line: number): RecordingError =>
  new RecordingError(
    'invalidLine',
    'the line is not an entry of a recording, {"time","stage","value"}; was the file changed, or did two recorders write it at the same time? To replay the earlier lines, keep only them: `head -n`',
    { line },
  );

/** Creates the error for a truncated last line. */
export const truncatedLine = (line: number): RecordingError =>
  new RecordingError(
    'truncated',
    'the line is incomplete, because the recorder ended while it wrote the line; all earlier lines were replayed, so remove this line to avoid the error',
    { line },
  );
