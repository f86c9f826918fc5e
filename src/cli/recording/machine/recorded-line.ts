/** The kind of a line of a recording. Most lines need only a kind, because `replayListerWatcher` parses the content. */
export type RecordedLine =
  | { readonly kind: 'header' }
  | RecordedRequest
  /** The line that records the end of a request, or the cancellation of a request by the client. */
  | { readonly kind: 'error' | 'complete' | 'closed' }
  | { readonly kind: 'bookmark' }
  /** A line with any other result of a request, such as a page or an event. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'other'; readonly stage: string | undefined };

/** A recorded request, the time of the request, and its maximum duration. */
export interface RecordedRequest {
  readonly kind: 'request';
  readonly time: number;
  readonly verb: string;
  readonly timeoutSeconds: number | undefined;
  /** Whether the request is a watch that begins with the existing objects (streaming list). */
  readonly isStreamedList: boolean;
  /** The maximum number of objects in a page of the list. */
  readonly limit: number | undefined;
}

/**
 * Determines the kind of a line from the start of the line. Most lines are long, and `replayListerWatcher` parses them
 * anyway. So this function parses only the line of a request.
 */
export function recordedLine(text: string): RecordedLine {
  // The start of the line is copied. If a substring has 13 or more characters, V8 keeps the whole line in
  // memory for the substring.
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
    return { kind: 'answer' }; // the line is invalid; `replayListerWatcher` parses it again and reports the error
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
