import { RecordingError } from '../recording-error.ts';

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
