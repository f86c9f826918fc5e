import { catchError, concatMap, filter, map, type Observable, of, repeat, take, throwError } from 'rxjs';
import { trampoline$ } from '../scheduling/index.ts';
import type { Lines } from './lines.ts';
import type { Entry } from './machine/format.ts';
import { cut, garbled } from './machine/line-problems.ts';
import { createLineReader } from './machine/line-reader.ts';
import { pullLines } from './pull-lines.ts';
import { RecordingError } from './recording-error.ts';

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
