import type { GroupVersionResource } from '../../objects/index.ts';
import { recordingHeader } from '../../recording/index.ts';
import { CommandError } from '../command-error.ts';
import type { FileLines } from './file-lines.ts';
import type { Upcoming } from './machine/recorded-progress.ts';
import { type RecordedLine, recordedLine, type RecordedRequest } from './machine/recorded-line.ts';

/** Reads the lines of one recording, and reads some lines ahead. */
export interface RecordingFeed {
  /** The start time of the recording, in ms. */
  readonly time: number;
  /** The collection of the recording. If the header names no collection, the resource is `objects`. */
  readonly resource: GroupVersionResource;
  /** Whether the lines that were read so far contain a request. */
  readonly hasRequests: boolean;
  /** The names of the recorded pipeline stages other than `requests`; at most ten names. */
  readonly stages: ReadonlySet<string>;
  /**
   * Resolves with the next line; `undefined` after the last line.
   *
   * @throws CommandError if another recording begins at the line, or if the file cannot be read
   */
  next(): Promise<string | undefined>;
}

/** Callbacks for the lines of a recording. */
export interface FeedListener {
  /**
   * The feed calls `line` with each line before `next` resolves with the line.
   *
   * @param isLast - whether the recorded reflector cancelled its request at this line
   */
  line(line: RecordedLine, isLast: boolean): void;
  /**
   * The feed calls `upcoming` with the next request: at the start of the recording, and before the last line of each
   * request.
   */
  upcoming(next: Upcoming): void;
}

/**
 * Creates a feed of the lines of a recording.
 *
 * @throws RecordingError if the file does not begin like a recording
 * @throws CommandError if the time of the recording is out of range
 */
export async function recordingFeed(lines: FileLines, listener: FeedListener): Promise<RecordingFeed> {
  const first = (await lines.next()) ?? '';
  const { time, resource = unnamed } = recordingHeader(first);
  if (!(Math.abs(time) <= latestTime)) throw noTime();
  let ahead: Ahead[] = [{ text: first, line: { kind: 'header' } }];
  let head = 0;
  /**
   * Index of the first line that was not searched for a request. The lines from `head` to this index contain no
   * request.
   */
  let searched = 0;
  /** Number of characters of the waiting lines, which start at the index `head`. */
  let kept = sizeOf(ahead[0]);
  const stages = new Set<string>();
  let [count, hasRequests, checking] = [1, false, false];

  const read = async (): Promise<Ahead> => {
    try {
      const text = await lines.next();
      count++;
      if (text === undefined) return 'end';
      const line = recordedLine(text);
      if (line.kind === 'header') return { failure: anotherAt(count) };
      if (line.kind !== 'other' || line.stage === undefined) return { text, line };
      if (stages.size < maxStages) stages.add(line.stage);
      // If the line is complete and not part of a request, the feed drops the text of the line. A file may contain only
      // such lines. With their texts, the feed would keep the whole file in memory.
      return { text: text.trimEnd().endsWith('}') ? '' : text, line: nameless };
    } catch (failure) {
      return { failure };
    }
  };
  const keep = (one: Ahead): void => {
    ahead.push(one);
    kept += sizeOf(one);
  };
  /**
   * Removes the first waiting line. `Array.shift` would move all later lines at each call. So the array is copied only
   * when half of its elements are free.
   */
  const removeFirst = (): void => {
    kept -= sizeOf(ahead[head]);
    head++;
    if (2 * head < ahead.length) return;
    ahead = ahead.slice(head);
    searched = Math.max(0, searched - head);
    head = 0;
  };
  /**
   * Whether the recorded reflector cancelled its request at this line. Lines of other pipeline stages may
   * stand between this line and the `closed` line.
   */
  const isClosedNext = async (): Promise<boolean> => {
    for (let at = head; at < head + maxBetween; at++) {
      if (at === ahead.length) {
        if (kept >= maxAhead) return false;
        keep(await read());
      }
      const kind = kindOf(ahead[at]);
      if (kind !== 'other') return kind === 'closed';
    }
    return false;
  };
  const findUpcoming = async (): Promise<void> => {
    for (searched = Math.max(searched, head); ; searched++) {
      if (searched === ahead.length) {
        keep(kept < maxAhead ? await read() : { failure: tooFarAhead(count) });
      }
      const one = ahead[searched];
      if (one === undefined || one === 'end' || 'failure' in one) {
        listener.upcoming(ahead[head] === 'end' ? 'end' : undefined);
        return;
      }
      if (isRequest(one)) {
        listener.upcoming(one.line);
        return;
      }
    }
  };
  await findUpcoming();

  return {
    time,
    resource,
    stages,
    get hasRequests() {
      return hasRequests;
    },
    async next() {
      if (head === ahead.length) keep(await read());
      const one = ahead[head];
      // The end of the file, or a failure, stays in the list, because the caller may call `next` again.
      if (one === undefined || one === 'end') return undefined;
      if ('failure' in one) throw one.failure;
      removeFirst();
      const { kind } = one.line;
      hasRequests ||= kind === 'request';
      // A reflector can cancel its request after two kinds of lines: after the page of a list with the limit
      // 1, and after a bookmark with an older resourceVersion.
      const isLast = (checking || kind === 'bookmark') && (await isClosedNext());
      if (kind === 'error' || kind === 'complete' || kind === 'closed' || isLast) await findUpcoming();
      checking = one.line.kind === 'request' && one.line.limit === 1;
      listener.line(one.line, isLast);
      return one.text;
    },
  };
}

/** The largest time of a JavaScript Date, in ms. */
const latestTime = 8.64e15;

const noTime = (): CommandError =>
  new CommandError(`line 1 of the recording has a time outside of ±${latestTime} ms`, {
    hints: ['Was the file changed? Its "time" is when the recording began, in ms since 1970.'],
  });

/** Maximum number of characters that the feed reads ahead and keeps to find the next request. */
const maxAhead = 67_108_864;
/** Each waiting line counts as this number of characters, plus its text if the text is kept. */
const charactersOfPlace = 64;

/** Maximum number of pipeline stages in the error message about a recording without requests. */
export const maxStages = 10;
const nameless: RecordedLine = { kind: 'other', stage: undefined };
/**
 * Maximum number of lines that are not part of a request, between the last line of a request and the `closed`
 * line of the request.
 */
const maxBetween = 1_000;

const tooFarAhead = (line: number): CommandError =>
  new CommandError(
    `no request begins up to line ${line}, and at most ${maxAhead} characters are read ahead`,
    {
      hints: ['Keep the earlier lines: `head -n`. A program can replay all: replayListerWatcher.'],
    },
  );

type Ahead = { readonly text: string; readonly line: RecordedLine } | { readonly failure: unknown } | 'end';

const isRequest = (one: Ahead): one is { readonly text: string; readonly line: RecordedRequest } =>
  one !== 'end' && 'line' in one && one.line.kind === 'request';

const sizeOf = (one: Ahead | undefined): number =>
  one !== undefined && one !== 'end' && 'text' in one ? one.text.length + charactersOfPlace : 0;

const kindOf = (one: Ahead | undefined): RecordedLine['kind'] | undefined =>
  one !== undefined && one !== 'end' && 'line' in one ? one.line.kind : undefined;

const unnamed: GroupVersionResource = { group: '', version: 'v1', resource: 'objects' };

const anotherAt = (line: number): CommandError =>
  new CommandError(`another recording begins at line ${line}, and one is replayed at a time`, {
    hints: [
      `If one recording follows the other: tail -n +${line} FILE | rx-informer replay -`,
      'If two recordings were written at the same time: record each into its own file.',
    ],
  });
