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
import { cut, garbled, RecordingError } from './recording-error.ts';
import { createLineReader } from './machine/line-reader.ts';

/**
 * The lines of a recording, without their ends. Of an iterable the next one is asked for when it is due, so that a file
 * of any size passes through; an observable cannot be asked to wait, and what comes early is kept.
 *
 * On Node `createInterface({ input: createReadStream(file) })` of `node:readline` is one. Its promises know no virtual
 * time: inside `TestScheduler.run` give lines that are there, `readFileSync(file, 'utf8').split('\n')`.
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

/** What came of a stream of lines: one, its end, or its failure. */
type LineNotification =
  | { readonly kind: 'N'; readonly value: string }
  | { readonly kind: 'C' }
  | { readonly kind: 'E'; readonly error: unknown };

/** Lines that came before they were wanted. The end stays in it. */
interface LineQueue {
  readonly size: number;
  push(notification: LineNotification): void;
  /** The next line; `undefined` behind the last; throws what the stream failed with. */
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

/** Lines, one at a time. */
interface LinePull {
  /** Emits the next line, `undefined` behind the last, and completes. One subscription at a time. */
  readonly next$: Observable<string | undefined>;
  close(): void;
}

/** Opens them when the first is asked for. */
function pullLines(lines: Lines): LinePull {
  if (Symbol.iterator in lines) return pullIterable(lines);
  return Symbol.asyncIterator in lines ? pullAsyncIterable(lines) : pullObservable(lines);
}

function pullIterable(lines: Iterable<string>): LinePull {
  let iterator: Iterator<string> | undefined;
  return {
    next$: defer(() => of(lineOf((iterator ??= lines[Symbol.iterator]()).next()))),
    close: () => void iterator?.return?.(),
  };
}

function pullAsyncIterable(lines: AsyncIterable<string>): LinePull {
  let iterator: AsyncIterator<string> | undefined;
  let pending: Promise<IteratorResult<string>> | undefined;
  return {
    // A line that is on its way when nobody wants it any more is the next one's.
    next$: defer(() => from((pending ??= (iterator ??= lines[Symbol.asyncIterator]()).next()))).pipe(
      tap(() => (pending = undefined)),
      map(lineOf),
    ),
    close: () => void iterator?.return?.().catch(() => undefined), // nobody is left to tell
  };
}

function pullObservable(lines: Observable<string>): LinePull {
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

/** An entry, and where it stands. */
interface PlacedEntry {
  readonly entry: Entry;
  readonly line: number;
  /** Where recordings are one behind the other: of which of them, from 1. */
  readonly part: number;
}

/** The entries of one stage, one at a time. */
export interface EntryPull {
  /** Emits the next entry, `undefined` behind the last, and completes. One subscription at a time. */
  readonly next$: Observable<PlacedEntry | undefined>;
  /** The last line that was read. */
  readonly line: number;
  /** When the recording began, ms; known with the first entry. */
  readonly begin: number;
  close(): void;
}

/** Errors with a RecordingError, which says the line, where a line is of no recording or is cut off. */
export function readEntries(lines: Lines, stage: string): EntryPull {
  const pull = pullLines(lines);
  const reader = createLineReader();
  const line$ = pull.next$.pipe(catchError((cause: unknown) => throwError(() => unreadable(cause))));

  /** Whether a broken line was cut off is seen by what follows. */
  const broken = (line: number): Observable<never> =>
    line$.pipe(concatMap((after) => throwError(() => (after === undefined ? cut(line) : garbled(line)))));

  const next$ = line$.pipe(
    concatMap((text): Observable<PlacedEntry | 'end' | 'other'> => {
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
    close: () => pull.close(),
  };
}

const unreadable = (cause: unknown): RecordingError =>
  cause instanceof RecordingError
    ? cause
    : new RecordingError('unreadable', 'the lines of the recording could not be read; see the cause', {
        cause,
      });
