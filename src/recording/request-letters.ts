import { defer, filter, map, type Observable, of, repeat, share, take, tap, throwError } from 'rxjs';
import type { Lines } from './lines.ts';
import { createInboxes, type Letter } from './machine/inboxes.ts';
import { garbled } from './machine/line-problems.ts';
import { requestEntryOf, requestStage } from './machine/request-entry.ts';
import { trampoline$ } from '../scheduling/index.ts';
import { readEntries } from './read-entries.ts';

/** The recorded requests, read as far as somebody asks. */
export interface RequestLetters {
  /** The last line that was read. */
  readonly line: number;
  /** Gives the number of a request that is asked now, from 1. */
  open(): number;
  close(request: number): void;
  /** Emits what comes next of a request, `undefined` where the recording ends, and completes. */
  next(request: number): Observable<Letter | undefined>;
  /** Emits whether a request begins after a line, and completes. */
  goesOnAfter(line: number): Observable<boolean>;
}

export function requestLetters(lines: Lines): RequestLetters {
  const entries = readEntries(lines, requestStage);
  const inboxes = createInboxes();
  let ended = false;
  let failure: unknown;

  /** Shared: what one request reads may be for another one that waits, too. */
  const sorted$ = entries.next$.pipe(
    map((placed) => {
      if (placed === undefined) {
        ended = true;
        return;
      }
      const { entry, line, part } = placed;
      const request = 'value' in entry ? requestEntryOf(entry.value) : undefined;
      if (request === undefined) throw garbled(line);
      inboxes.sort(part, request, { time: entry.time, line });
    }),
    tap({ error: (error: unknown) => (failure = error) }),
    share(),
  );
  /** Reads on until there is something to say. What is wrong with the recording stays wrong. */
  const until = <V>(look: () => V | undefined): Observable<V> =>
    defer((): Observable<V | undefined> => {
      const found = look();
      if (found !== undefined) return of(found);
      return failure === undefined ? sorted$.pipe(map(look)) : throwError(() => failure);
    }).pipe(
      repeat({ delay: () => trampoline$ }),
      filter((found) => found !== undefined),
      take(1),
    );

  return {
    get line() {
      return entries.line;
    },
    open: () => inboxes.open(),
    close: (request) => inboxes.close(request),
    next: (request) =>
      until((): { readonly letter?: Letter } | undefined => {
        const letter = inboxes.take(request);
        if (letter !== undefined) return { letter };
        return ended ? {} : undefined;
      }).pipe(map(({ letter }) => letter)),
    goesOnAfter: (line) => until(() => (inboxes.lastBegun > line ? true : ended ? false : undefined)),
  };
}
