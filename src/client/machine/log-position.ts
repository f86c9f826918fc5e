/** A line of a container's log. */
export interface LogLine {
  /** The time at which the container wrote the line, RFC 3339 with nanoseconds. `''` if the server sent no time. */
  readonly time: string;
  /** The line without its time and its line feed. */
  readonly text: string;
}

/**
 * The position in a log after the last emitted line. The server resumes a log only at a whole second, so it sends the lines of that
 * second again.
 */
export interface LogPosition {
  /** The parameter `sinceTime` of the next request; `undefined` before the first line with a time. */
  readonly sinceTime: string | undefined;
  /**
   * Call `resume` before the next request. The server sends the lines of the last second again, and `isNew`
   * then returns false for these lines.
   */
  resume(): void;
  /** Returns false for a line that the server has sent again after `resume`. Remembers each new line. */
  isNew(line: string): boolean;
}

/** @param sinceTime - `isNew` returns false for earlier lines, because the server compares only whole seconds */
export function createLogPosition(sinceTime?: string): LogPosition {
  let second: string | undefined;
  const earliest = sinceTime === undefined ? undefined : nanosecondOf(sinceTime);
  /**
   * The time of the first line. A resumed log starts at a whole second, so it can start with lines before this first
   * line.
   */
  let beginning: string | undefined;
  let isResumed = false;
  /** How often each line of the last second was emitted. */
  let emitted = new Map<string, number>();
  /** The number of times that the server will still send each of these lines again after a resume. */
  let repeated = new Map<string, number>();
  return {
    get sinceTime() {
      return second;
    },
    resume() {
      isResumed = beginning !== undefined;
      repeated = new Map(emitted);
    },
    isNew(line) {
      const time = nanosecondOf(line);
      if (time !== undefined) {
        if (earliest !== undefined && time < earliest) return false;
        beginning ??= time;
        // Before a resume, a line with an earlier time is a new line: lines that were written concurrently can be out
        // of order.
        if (isResumed && time < beginning && time.slice(0, 19) === beginning.slice(0, 19)) return false;
      }
      const left = repeated.get(line) ?? 0;
      if (left > 0) {
        repeated.set(line, left - 1);
        return false;
      }
      const lineSecond = secondOf(line);
      if (lineSecond === undefined) return true;
      if (second === undefined || lineSecond > second) {
        second = lineSecond;
        emitted = new Map();
      }
      if (lineSecond === second) emitted.set(line, (emitted.get(line) ?? 0) + 1);
      return true;
    },
  };
}

/** Splits a line into its time and its text. */
export function logLineOf(line: string): LogLine {
  const [time] = timestamp.exec(line) ?? [''];
  return { time: time.trimEnd(), text: line.slice(time.length) };
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)(?: |$)/;

/**
 * Returns the time at the beginning of a line, as a text with nanoseconds. Two of these texts can be compared with `<`.
 */
function nanosecondOf(line: string): string | undefined {
  const second = secondOf(line);
  const [, digits = ''] = /^[^.Z+ ]*\.(\d+)/.exec(line) ?? [];
  return second && `${second.slice(0, -1)}.${digits.padEnd(9, '0')}`;
}

/**
 * Returns the time at the beginning of a line, as a text in whole seconds of UTC. Two of these texts can be compared
 * with `<`.
 */
function secondOf(line: string): string | undefined {
  const [time] = timestamp.exec(line) ?? [];
  const ms = time === undefined ? Number.NaN : Date.parse(time.trimEnd().replace(/\.\d+/, ''));
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().replace('.000Z', 'Z');
}
