import { isRecord, textOversize } from '../../objects/index.ts';
import { notARecording, invalidLine, RecordingError } from '../recording-error.ts';
import { isErrorJson } from './error-json.ts';
import { type Entry, formatName, formatVersion, type RecordingHeader } from './recording-format.ts';
import { mayContainEscapes, valueFrom } from './value-json.ts';

/**
 * The result of reading one line. A file can contain several recordings; `part` is the number of the
 * recording.
 */
type ReadLine =
  | { readonly kind: 'entry'; readonly line: number; readonly part: number; readonly entry: Entry }
  | { readonly kind: 'nothing' }
  /** The line is not JSON. If the last line of a file is not JSON, the file is truncated. */
  | { readonly kind: 'broken'; readonly line: number };

/** Parses the lines of a recording one after the other. */
export interface LineReader {
  /** The number of the last line that was read. */
  readonly line: number;
  /** The time in ms when the recording started. The value is 0 before the header was read. */
  readonly begin: number;
  /**
   * Parses the next line.
   *
   * @throws RecordingError for an invalid line
   */
  read(text: string): ReadLine;
  /**
   * Ends the input of the reader after the last line.
   *
   * @throws RecordingError if the reader has read no line
   */
  end(): void;
}

export function createLineReader(): LineReader {
  let line = 0;
  let part = 0;
  let begin = 0;

  return {
    get line() {
      return line;
    },
    get begin() {
      return begin;
    },
    read(text) {
      line++;
      const json = parsed(line === 1 ? withoutByteOrderMark(text) : text);
      if (part === 0) {
        begin = headerIn(json, line).time;
        part++;
        return { kind: 'nothing' };
      }
      if (text.trim() === '') return { kind: 'nothing' };
      if (json === undefined) return { kind: 'broken', line };
      if (isRecord(json) && 'format' in json) {
        headerIn(json, line);
        part++;
        return { kind: 'nothing' };
      }
      return {
        kind: 'entry',
        line,
        part,
        entry: entryIn(mayContainEscapes(text) ? withoutMarks(json, text, line) : json, line),
      };
    },
    end() {
      if (line === 0) throw notARecording(1, 'it is empty');
    },
  };
}

/**
 * Parses the first line of a recording.
 *
 * @throws RecordingError if the line is not a header, or has another version
 *
 * @example
 * ```ts
 * const [header = ''] = lines;
 * console.log(recordingHeader(header).resource?.resource); // 'pods'
 * ```
 */
export function recordingHeader(line: string): RecordingHeader {
  if (line.trim() === '') throw notARecording(1, 'it is empty');
  return headerIn(parsed(withoutByteOrderMark(line)), 1);
}

function headerIn(json: unknown, line: number): RecordingHeader {
  if (!isRecord(json) || json['format'] !== formatName || typeof json['time'] !== 'number') {
    throw notARecording(line, `it does not begin with {"format":"${formatName}",…}`);
  }
  const { version, time, resource } = json;
  if (version !== formatVersion) {
    throw new RecordingError(
      'newerVersion',
      `it is of version ${String(version)}, and this rx-informer reads version ${formatVersion}: update rx-informer`,
      { line },
    );
  }
  return {
    format: formatName,
    version,
    time,
    ...(isResource(resource) ? { resource } : {}),
  };
}

function isResource(value: unknown): value is NonNullable<RecordingHeader['resource']> {
  return isRecord(value) && ['group', 'version', 'resource'].every((name) => typeof value[name] === 'string');
}

/**
 * Converts the JSON of a line to values. An object such as `{ "$error": … }` stands for an error or an
 * infinite number. The function replaces the object by that error or number.
 */
function withoutMarks(json: unknown, text: string, line: number): unknown {
  // `valueFrom` is recursive, so a line that is nested too deep is refused.
  if (textOversize(text, Infinity, deepest) !== undefined) throw invalidLine(line);
  return isRecord(json) && 'value' in json ? { ...json, value: valueFrom(json['value']) } : json;
}

const deepest = 1_000;

function entryIn(json: unknown, line: number): Entry {
  const { time, stage, ...rest } = isRecord(json) ? json : {};
  if (typeof time !== 'number' || typeof stage !== 'string') throw invalidLine(line);
  if ('value' in rest) return { time, stage, value: rest['value'] };
  if (isErrorJson(rest['error'])) return { time, stage, error: rest['error'] };
  if (rest['complete'] === true) return { time, stage, complete: true };
  if (Object.keys(rest).length === 0) return { time, stage, value: undefined };
  throw invalidLine(line);
}

/** Removes the byte order mark that some editors write. */
const withoutByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
