import { defer, filter, map, type Observable, of, repeat, share, take, tap, throwError } from 'rxjs';
import { type Lines, readEntries } from './read-lines.ts';
import { invalidLine } from './recording-error.ts';
import {
  type RequestResult,
  type RequestStart,
  type RequestEntry,
  requestEntryOf,
  requestStage,
} from './machine/request-entry.ts';
import { trampoline$ } from '../scheduling/index.ts';
import { ChunkedList } from '../objects/index.ts';

/** A recorded entry of a request, with the time and the line number of the entry. */
export interface RecordedEntry {
  readonly entry: RequestStart | RequestResult;
  readonly time: number;
  readonly line: number;
}

/**
 * The recorded entries that wait for the requests of the replay: one queue for each request. The n-th request
 * of the replay gets the entries of the n-th recorded request.
 */
export interface ResponseQueues {
  /** The line number of the last request that was read; 0 before the first request. */
  readonly lastRequestLine: number;
  /** Opens a request of the replay. @returns the number of the request, from 1 */
  open(): number;
  /** Closes a request, and drops its further entries. */
  close(request: number): void;
  /**
   * Queues an entry for its request.
   *
   * @param part - the number of the recording in the file, because a file can contain several recordings
   */
  enqueue(part: number, entry: RequestEntry, place: Pick<RecordedEntry, 'time' | 'line'>): void;
  take(request: number): RecordedEntry | undefined;
}

export function createResponseQueues(): ResponseQueues {
  const byRequest = new Map<number, ChunkedList<RecordedEntry>>();
  const open = new Set<number>();
  /** Maps the number of a recorded request to the number of the same request in the replay. */
  const numbers = new Map<string, number>();
  let openedCount = 0;
  let recordedCount = 0;
  let lastRequestLine = 0;

  return {
    get lastRequestLine() {
      return lastRequestLine;
    },
    open() {
      open.add(++openedCount);
      return openedCount;
    },
    close(request) {
      open.delete(request);
      byRequest.delete(request);
    },
    enqueue(part, { request, ...entry }, place) {
      const name = `${part}/${request}`;
      if ('verb' in entry) {
        numbers.set(name, ++recordedCount);
        lastRequestLine = place.line;
      }
      const number = numbers.get(name);
      if ('complete' in entry || 'error' in entry || 'closed' in entry) numbers.delete(name);
      if (number === undefined || (number <= openedCount && !open.has(number))) return;
      const next = { entry, ...place };
      const waiting = byRequest.get(number) ?? new ChunkedList();
      waiting.push(next);
      byRequest.set(number, waiting);
    },
    take(request) {
      const waiting = byRequest.get(request);
      const next = waiting?.shift();
      if (waiting?.size === 0) byRequest.delete(request);
      return next;
    },
  };
}

/** The recorded requests of a file. The next line of the file is read when a request needs its next entry. */
export interface RecordedRequests {
  /** The number of the last line that was read. */
  readonly line: number;
  /** Opens a request of the replay. @returns the number of the request, from 1 */
  open(): number;
  close(request: number): void;
  /**
   * Emits the next entry of a request, or `undefined` at the end of the recording. Then the Observable
   * completes.
   */
  next(request: number): Observable<RecordedEntry | undefined>;
  /**
   * Emits whether the recording contains another request after a line of the file. Then the Observable
   * completes.
   */
  hasRequestAfter(line: number): Observable<boolean>;
}

export function recordedRequests(lines: Lines): RecordedRequests {
  const entries = readEntries(lines, requestStage);
  const queues = createResponseQueues();
  let ended = false;
  let failure: unknown;

  /**
   * Reads the next entry. All requests share `read$`, because one request can read the entry for which
   * another request waits.
   */
  const read$ = entries.next$.pipe(
    map((located) => {
      if (located === undefined) {
        ended = true;
        return;
      }
      const { entry, line, part } = located;
      const request = 'value' in entry ? requestEntryOf(entry.value) : undefined;
      if (request === undefined) throw invalidLine(line);
      queues.enqueue(part, request, { time: entry.time, line });
    }),
    tap({ error: (error: unknown) => (failure = error) }),
    share(),
  );
  /**
   * Reads lines until `look` returns a value. If the recording has failed once, each later call errors with
   * the same error.
   */
  const until = <V>(look: () => V | undefined): Observable<V> =>
    defer((): Observable<V | undefined> => {
      const found = look();
      if (found !== undefined) return of(found);
      return failure === undefined ? read$.pipe(map(look)) : throwError(() => failure);
    }).pipe(
      repeat({ delay: () => trampoline$ }),
      filter((found) => found !== undefined),
      take(1),
    );

  return {
    get line() {
      return entries.line;
    },
    open: () => queues.open(),
    close: (request) => queues.close(request),
    next: (request) =>
      until((): { readonly next?: RecordedEntry } | undefined => {
        const next = queues.take(request);
        if (next !== undefined) return { next };
        return ended ? {} : undefined;
      }).pipe(map(({ next }) => next)),
    hasRequestAfter: (line) =>
      until(() => (queues.lastRequestLine > line ? true : ended ? false : undefined)),
  };
}
