import type { GroupVersionResource } from '../../objects/index.ts';
import { recordingHeader } from '../../recording/index.ts';
import { CommandError } from '../command-error.ts';
import type { FileLines } from './file-lines.ts';
import type { Upcoming } from './machine/as-recorded.ts';
import { type RecordedLine, recordedLine, type RecordedRequest } from './machine/recorded-line.ts';

/** The lines of one recording, and what can be seen of them before they come. */
export interface RecordingFeed {
  /** When it begins, ms. */
  readonly time: number;
  /** Of which collection it is; one that does not say is of objects. */
  readonly resource: GroupVersionResource;
  /** Whether the lines told so far have a request. */
  readonly hasRequests: boolean;
  /** The stages of the lines that are no requests, the first ten. */
  readonly stages: ReadonlySet<string>;
  /** @throws CommandError where another recording begins, and for a file that cannot be read */
  next(): Promise<string | undefined>;
}

/** Who hears of the lines. */
export interface FeedListener {
  /**
   * Each before it comes.
   *
   * @param isLast - the recorded reflector left its request upon this line
   */
  line(line: RecordedLine, isLast: boolean): void;
  /** Before a request's end comes, and at the beginning: what follows. */
  upcoming(next: Upcoming): void;
}

/** @throws RecordingError for what does not begin as a recording does, CommandError for a time that is none */
export async function recordingFeed(lines: FileLines, listener: FeedListener): Promise<RecordingFeed> {
  const first = (await lines.next()) ?? '';
  const { time, resource = unnamed } = recordingHeader(first);
  if (!(Math.abs(time) <= latestTime)) throw noTime();
  let ahead: Ahead[] = [{ text: first, line: { kind: 'header' } }];
  let head = 0;
  /** No request stands from `head` up to this place. */
  let searched = 0;
  /** What waits from `head` on, in characters. */
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
      if (stages.size < mostStages) stages.add(line.stage);
      // A place is kept for it alone, for all of a file may be such.
      return { text: text.trimEnd().endsWith('}') ? '' : text, line: nameless };
    } catch (failure) {
      return { failure };
    }
  };
  const keep = (one: Ahead): void => {
    ahead.push(one);
    kept += sizeOf(one);
  };
  /** An array's `shift`, and a copy for each line, would move all that is behind: half of it is let go of at once. */
  const letGo = (): void => {
    kept -= sizeOf(ahead[head]);
    head++;
    if (2 * head < ahead.length) return;
    ahead = ahead.slice(head);
    searched = Math.max(0, searched - head);
    head = 0;
  };
  /** Whether the recorded reflector left its request here: lines of other stages can stand between. */
  const closesNext = async (): Promise<boolean> => {
    for (let at = head; at < head + mostBetween; at++) {
      if (at === ahead.length) {
        if (kept >= mostAhead) return false;
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
        keep(kept < mostAhead ? await read() : { failure: tooFarAhead(count) });
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
      // Both stay where they are: the caller may ask again.
      if (one === undefined || one === 'end') return undefined;
      if ('failure' in one) throw one.failure;
      letGo();
      const { kind } = one.line;
      hasRequests ||= kind === 'request';
      // A reflector can leave a request upon the page of a check of the server's version, and upon an older version.
      const isLast = (checking || kind === 'bookmark') && (await closesNext());
      if (kind === 'error' || kind === 'complete' || kind === 'closed' || isLast) await findUpcoming();
      checking = one.line.kind === 'request' && one.line.limit === 1;
      listener.line(one.line, isLast);
      return one.text;
    },
  };
}

/** The last time that a date of JavaScript has, ms. */
const latestTime = 8.64e15;

const noTime = (): CommandError =>
  new CommandError(`line 1 of the recording has a time outside of ±${latestTime} ms`, {
    hints: ['Was the file changed? Its "time" is when the recording began, in ms since 1970.'],
  });

/** Characters of the lines between a request and the next one, which are kept until that one is found. */
const mostAhead = 67_108_864;
/** A line takes a place, too, if nothing of it is kept. */
const charactersOfPlace = 64;

/** So many stages are named where there are no requests. */
export const mostStages = 10;
const nameless: RecordedLine = { kind: 'other', stage: undefined };
/** Lines of other stages between the last line of a request and its end. */
const mostBetween = 1_000;

const tooFarAhead = (line: number): CommandError =>
  new CommandError(
    `no request begins up to line ${line}, and at most ${mostAhead} characters are read ahead`,
    {
      hints: ['Keep what stands before it: `head -n`. A program can replay all: replayListerWatcher.'],
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
      `Where they are one behind the other: tail -n +${line} FILE | rx-informer replay -`,
      'Where two were written at once: record each into a file of its own.',
    ],
  });
