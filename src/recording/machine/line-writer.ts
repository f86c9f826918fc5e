import type { GroupVersionResource } from '../../objects/index.ts';
import { RecordingError } from '../recording-error.ts';
import { errorJson } from './error-json.ts';
import { type Entry, formatName, formatVersion, type RecordingHeader } from './format.ts';
import { valueJson } from './value-json.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What a recording's lines are made by. */
export interface LineWriter {
  /** Writes the header, once. */
  begin(time: number): void;
  /**
   * Writes what happened; it has to have begun.
   *
   * @throws RecordingError for what JSON cannot say, and for what `write` throws: then no line is written any more
   */
  next(time: number, stage: string, value: unknown): void;
  /** See `next`. */
  error(time: number, stage: string, error: unknown): void;
  /** See `next`. */
  complete(time: number, stage: string): void;
}

/** How lines are written. */
export interface LineWriterSettings {
  readonly keepSecrets: boolean;
  readonly resource?: GroupVersionResource | undefined;
}

export function createLineWriter(
  write: (line: string) => void,
  { keepSecrets, resource }: LineWriterSettings,
): LineWriter {
  const confidential = resource?.resource === 'secrets';
  let begun = false;
  let failure: RecordingError | undefined;

  const put = (line: string): void => {
    if (failure !== undefined) throw failure; // half of a line may stand there
    try {
      write(line);
    } catch (cause) {
      failure = new RecordingError(
        'unwritable',
        'a line of the recording could not be written, so that it ends here; see the cause',
        { cause },
      );
      throw failure;
    }
  };
  const lean = (entry: Entry): string => {
    const json = JSON.stringify(entry);
    return keepSecrets ? json : withoutSecrets(json, confidential);
  };

  return {
    begin(time) {
      if (!begun) put(JSON.stringify(headerOf(time, resource)));
      begun = true;
    },
    next: (time, stage, value) => put(jsonOf(stage, () => lean({ time, stage, value: valueJson(value) }))),
    error: (time, stage, error) => put(JSON.stringify({ time, stage, error: errorJson(error) })),
    complete: (time, stage) => put(JSON.stringify({ time, stage, complete: true })),
  };
}

function headerOf(time: number, resource: GroupVersionResource | undefined): RecordingHeader {
  const header = { format: formatName, version: formatVersion, time } as const;
  if (resource === undefined) return header;
  const { group, version, resource: plural } = resource;
  return { ...header, resource: { group, version, resource: plural } };
}

function jsonOf(stage: string, json: () => string): string {
  try {
    return json();
  } catch (cause) {
    throw new RecordingError(
      'unwritable',
      `a value of the stage '${stage}' cannot be written as JSON${where(cause)}; record what is plain data, or map it to that`,
      { cause },
    );
  }
}

const where = (cause: unknown): string => (cause instanceof TypeError ? `: ${cause.message}` : '');
