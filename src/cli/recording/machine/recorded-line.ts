/** What a line of a recording is to who replays it; what is in it is for who reads it. */
export type RecordedLine =
  | { readonly kind: 'header' }
  | RecordedRequest
  /** Of a request: that it ended, or that the asker gave it up. */
  | { readonly kind: 'error' | 'complete' | 'closed' }
  | { readonly kind: 'bookmark' }
  /** All else of a request. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'other'; readonly stage: string | undefined };

/** That something was asked, when, and how long it was to last. */
export interface RecordedRequest {
  readonly kind: 'request';
  readonly time: number;
  readonly verb: string;
  readonly timeoutSeconds: number | undefined;
  /** A watch that begins with the objects that are there. */
  readonly isStreamedList: boolean;
  /** Objects a page. */
  readonly limit: number | undefined;
}

/** Looks at the beginning, where all of it stands: most lines are long, and what is in them is read once. */
export function recordedLine(text: string): RecordedLine {
  // A copy: V8 keeps the whole line in memory for a part of 13 characters and more.
  const head = Buffer.from(text.slice(0, headLength), 'utf16le').toString('utf16le');
  if (/^\s*\{"format":/.test(head)) return { kind: 'header' };
  const [, stage] = /^\s*\{"time":[^,]*,"stage":"((?:[^"\\]|\\.)*)"/.exec(head) ?? [];
  if (stage !== 'requests') return { kind: 'other', stage };
  const [, what] = /,"value":\{"request":\d+,"(\w+)":/.exec(head) ?? [];
  switch (what) {
    case 'verb':
      return requestOf(text);
    case 'error':
    case 'complete':
    case 'closed':
      return { kind: what };
    default:
      return { kind: head.includes(',"event":{"type":"BOOKMARK",') ? 'bookmark' : 'answer' };
  }
}

const headLength = 400;

function requestOf(text: string): RecordedLine {
  try {
    const { time, value } = JSON.parse(text) as RequestLine;
    const { verb, options: { timeoutSeconds, limit, sendInitialEvents } = {} } = value;
    const isStreamedList = sendInitialEvents === true;
    if (!Number.isFinite(time)) return { kind: 'answer' };
    return { kind: 'request', time, verb, timeoutSeconds, isStreamedList, limit };
  } catch {
    return { kind: 'answer' }; // who reads it says what is wrong with it
  }
}

interface RequestLine {
  readonly time: number;
  readonly value: {
    readonly verb: string;
    readonly options?: {
      readonly timeoutSeconds?: number;
      readonly limit?: number;
      readonly sendInitialEvents?: boolean;
    };
  };
}
