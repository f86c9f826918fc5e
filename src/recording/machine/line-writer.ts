import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';
import { RecordingError } from '../recording-error.ts';
import type { ListPage } from '../../source/index.ts';
import { errorJson } from './error-json.ts';
import { formatName, formatVersion, type RecordingHeader } from './recording-format.ts';
import { memberJson, valueJson } from './value-json.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Writes the lines of a recording. */
export interface LineWriter {
  /** Writes the header of the recording. Further calls write nothing. */
  begin(time: number): void;
  /**
   * Writes a value. Call `begin` first.
   *
   * @throws RecordingError for a value that JSON cannot represent, and for an error of `write`. After an error of
   *   `write`, no line is written
   */
  next(time: number, stage: string, value: unknown): void;
  /**
   * Writes a page of a list. The generator yields after each item, because a page of 256 MB takes seconds. A
   * page of more than 4 Mi characters is written as several lines.
   *
   * @throws RecordingError as `next` does
   */
  page(now: () => number, stage: string, value: PageValue): Generator<void, void>;
  /** Writes the error of a recorded stream. The method throws the same errors as `next`. */
  error(time: number, stage: string, error: unknown): void;
  /** Writes the completion of a recorded stream. The method throws the same errors as `next`. */
  complete(time: number, stage: string): void;
}

/** A page of a list, with the number of its request. */
interface PageValue {
  readonly request: number;
  readonly page: ListPage<KubeObject>;
}

/** The options of a `LineWriter`. */
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
    // After this error no line is written, because `write` may have written a part of a line.
    if (failure !== undefined) throw failure;
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
  // The function calls `JSON.stringify` only once, because an object of 16 MiB with unpaired surrogates takes
  // 175 ms.
  const toJson = (value: unknown): string =>
    JSON.stringify(keepSecrets ? value : withoutSecrets(value, confidential));
  const next = (time: number, stage: string, value: unknown): void =>
    put(jsonOf(stage, () => toJson({ time, stage, value: valueJson(value) })));

  function* page(now: () => number, stage: string, value: PageValue): Generator<void, void> {
    const { items, resourceVersion, remainingItemCount, ...others } = value.page;
    // A page with other members, such as `kind`, is written as one line. The other members can show that the
    // items are Secrets.
    if (Object.keys(others).length > 0) {
      next(now(), stage, value);
      return;
    }

    let texts: string[] = [];
    let length = 0;
    const putPart = (last: boolean): void => {
      const rest = {
        resourceVersion,
        ...(last && remainingItemCount !== undefined && { remainingItemCount }),
      };
      const part = { ...value, page: { items: [], ...rest } };
      const page = jsonOf(stage, () => toJson({ time: now(), stage, value: valueJson(part) }));
      const at = page.indexOf(noItems) + noItems.length - 1;
      put(`${page.slice(0, at)}${texts.join(',')}${page.slice(at)}`);
      texts = [];
      length = 0;
    };
    for (const [nth, item] of items.entries()) {
      if (length >= longestPart) putPart(false);
      const text = jsonOf(stage, () => toJson(memberJson(['page', 'items', nth], item)));
      texts.push(text);
      length += text.length;
      yield;
    }
    putPart(true);
  }

  return {
    begin(time) {
      if (!begun) put(JSON.stringify(headerOf(time, resource)));
      begun = true;
    },
    next,
    page,
    error: (time, stage, error) => put(JSON.stringify({ time, stage, error: errorJson(error) })),
    complete: (time, stage) => put(JSON.stringify({ time, stage, complete: true })),
  };
}

/**
 * The number of characters after which the writer starts a new line for a page, because a reader parses a
 * whole line at once. A page of usual size fits into one line.
 */
const longestPart = 2 ** 22;
const noItems = '"items":[]';

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
