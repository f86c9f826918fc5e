import {
  catchError,
  concatMap,
  defer,
  filter,
  from,
  map,
  materialize,
  type Observable,
  of,
  repeat,
  startWith,
  Subject,
  type Subscription,
  take,
  tap,
  throwError,
} from 'rxjs';
import { anObservable, ChunkedList, type Rule } from '../objects/index.ts';
import { trampoline$ } from '../scheduling/index.ts';
import type { Entry } from './machine/recording-format.ts';
import { truncatedLine, invalidLine, RecordingError } from './recording-error.ts';
import { createLineReader } from './machine/line-reader.ts';

/**
 * The lines of a recording, without line ends. The replay reads an iterable line by line, so a file can have
 * any size. The replay buffers lines that an Observable emits too early.
 *
 * On Node, use `createInterface({ input: createReadStream(file) })` of `node:readline` in real time. Inside
 * `TestScheduler.run`, where promises do not work, use an array: `readFileSync(file, 'utf8').split('\n')`.
 */
export type Lines = Iterable<string> | AsyncIterable<string> | Observable<string>;

export const someLines: Rule = {
  allowed: "lines: an iterable or an observable of them, such as text.split('\\n')",
  secret: true,
  test: (given) => {
    if (typeof given !== 'object' || given === null) return false;
    return Symbol.iterator in given || Symbol.asyncIterator in given || anObservable.test(given);
  },
};

/** A notification of a stream of lines. */
type LineNotification =
  | { readonly kind: 'N'; readonly value: string }
  | { readonly kind: 'C' }
  | { readonly kind: 'E'; readonly error: unknown };

/** Buffers lines until they are read. The buffer also contains the completion or the error of the lines. */
interface LineQueue {
  readonly size: number;
  push(notification: LineNotification): void;
  /**
   * Removes and returns the next line, or returns `undefined` after the last line.
   *
   * @throws the error of the stream of lines
   */
  take(): string | undefined;
}

function createLineQueue(): LineQueue {
  const waiting = new ChunkedList<LineNotification>();

  return {
    get size() {
      return waiting.size;
    },
    push: (notification) => waiting.push(notification),
    take() {
      const first = waiting.peek();
      if (first?.kind === 'E') throw first.error;
      if (first?.kind !== 'N') return undefined;
      waiting.shift();
      return first.value;
    },
  };
}

/** Reads the lines of a recording, one line at a time. */
interface LineIterator {
  /**
   * Emits the next line, or `undefined` after the last line. Then `next$` completes. `next$` allows only one
   * subscription at a time.
   */
  readonly next$: Observable<string | undefined>;
  close(): void;
}

/** Creates an iterator of lines. The iterator opens the lines at the first read. */
function lineIterator(lines: Lines): LineIterator {
  if (Symbol.iterator in lines) return iterateIterable(lines);
  return Symbol.asyncIterator in lines ? iterateAsyncIterable(lines) : iterateObservable(lines);
}

function iterateIterable(lines: Iterable<string>): LineIterator {
  let iterator: Iterator<string> | undefined;
  return {
    next$: defer(() => of(lineOf((iterator ??= lines[Symbol.iterator]()).next()))),
    close: () => void iterator?.return?.(),
  };
}

function iterateAsyncIterable(lines: AsyncIterable<string>): LineIterator {
  let iterator: AsyncIterator<string> | undefined;
  let pending: Promise<IteratorResult<string>> | undefined;
  return {
    // `pending` stays if a subscriber unsubscribes early, so that the next subscription gets the line.
    next$: defer(() => from((pending ??= (iterator ??= lines[Symbol.asyncIterator]()).next()))).pipe(
      tap(() => (pending = undefined)),
      map(lineOf),
    ),
    close: () => void iterator?.return?.().catch(() => undefined), // ignore errors, because after `close` there is no subscriber
  };
}

function iterateObservable(lines: Observable<string>): LineIterator {
  const queue = createLineQueue();
  const arrived = new Subject<void>();
  let subscription: Subscription | undefined;
  return {
    next$: defer(() => {
      subscription ??= lines.pipe(materialize()).subscribe((notification) => {
        queue.push(notification);
        arrived.next();
      });
      return arrived.pipe(
        startWith(undefined),
        filter(() => queue.size > 0),
        take(1),
        map(() => queue.take()),
      );
    }),
    close: () => subscription?.unsubscribe(),
  };
}

const lineOf = ({ done, value }: IteratorResult<string>): string | undefined =>
  done === true ? undefined : value;

/** An entry of a recording, and the number of its line in the file. */
interface LocatedEntry {
  readonly entry: Entry;
  readonly line: number;
  /** A file can contain several recordings. `part` is the number of the recording in the file, from 1. */
  readonly part: number;
}

/** Reads the entries of one recorded stream (a stage), one entry at a time. */
export interface EntryIterator {
  /**
   * Emits the next entry, or `undefined` after the last entry. Then `next$` completes. `next$` allows only
   * one subscription at a time.
   */
  readonly next$: Observable<LocatedEntry | undefined>;
  /** The number of the last line that was read. */
  readonly line: number;
  /** The time in ms when the recording started. The value is known after the first entry was read. */
  readonly begin: number;
  close(): void;
}

/**
 * Creates a reader of the entries of one recorded stream (a stage). For an invalid or truncated line, `next$`
 * errors with a RecordingError that contains the number of the line.
 */
export function readEntries(lines: Lines, stage: string): EntryIterator {
  const iterator = lineIterator(lines);
  const reader = createLineReader();
  const line$ = iterator.next$.pipe(catchError((cause: unknown) => throwError(() => unreadable(cause))));

  /**
   * Returns the error for a line that is not JSON. The last line of a file counts as truncated, and any other
   * line as invalid.
   */
  const broken = (line: number): Observable<never> =>
    line$.pipe(
      concatMap((after) => throwError(() => (after === undefined ? truncatedLine(line) : invalidLine(line)))),
    );

  const next$ = line$.pipe(
    concatMap((text): Observable<LocatedEntry | 'end' | 'other'> => {
      if (text === undefined) {
        reader.end();
        return of('end');
      }
      const read = reader.read(text);
      if (read.kind === 'broken') return broken(read.line);
      return of(read.kind === 'entry' && read.entry.stage === stage ? read : 'other');
    }),
    repeat({ delay: () => trampoline$ }),
    filter((found) => found !== 'other'),
    take(1),
    map((found) => (found === 'end' ? undefined : found)),
  );

  return {
    next$,
    get line() {
      return reader.line;
    },
    get begin() {
      return reader.begin;
    },
    close: () => iterator.close(),
  };
}

const unreadable = (cause: unknown): RecordingError =>
  cause instanceof RecordingError
    ? cause
    : new RecordingError('unreadable', 'the lines of the recording could not be read; see the cause', {
        cause,
      });
