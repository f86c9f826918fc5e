import { KubeError } from '../objects/index.ts';

/**
 * What is wrong with a recording.
 *
 * - `foreign`: the file is none; it does not begin with a header
 * - `version`: a newer rx-informer wrote it
 * - `garbled`: a line is not what a recording holds
 * - `cut`: the last line is cut off; what stands before it has been replayed
 * - `other`: something other was asked for than what was recorded
 * - `ended`: it ends here; everything in it has been replayed
 * - `unreadable`: the lines could not be had; see the cause
 * - `unwritable`: a line could not be written; see the cause
 */
export type RecordingProblem =
  'foreign' | 'version' | 'garbled' | 'cut' | 'other' | 'ended' | 'unreadable' | 'unwritable';

/**
 * A recording cannot be written, read or replayed further. No retry can mend it: a reflector ends with it by default.
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
  /** Counted from 1; of the last line where that is the end. `undefined` for what is not of one line. */
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

/** The first line is none of a recording. */
export const foreign = (line: number, how: string): RecordingError =>
  new RecordingError(
    'foreign',
    `this is no recording of rx-informer: ${how}; give one that record, or \`rx-informer record\`, has written`,
    { line },
  );

/** A line that stands among others and is not one of a recording. */
export const garbled = (line: number): RecordingError =>
  new RecordingError(
    'garbled',
    'it is not what a recording holds, {"time","stage","value"}; was the file changed, or written by two at once? What stands before it can be replayed: `head -n` keeps that',
    { line },
  );

/** The last line, without its end. */
export const cut = (line: number): RecordingError =>
  new RecordingError(
    'cut',
    'it is cut off, for the recording was ended while it was written; all that stands before it has been replayed, so take this line out to have no error',
    { line },
  );
