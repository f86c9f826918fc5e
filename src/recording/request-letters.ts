import { defer, filter, map, type Observable, of, repeat, share, take, tap, throwError } from 'rxjs';
import { type Lines, readEntries } from './pull-lines.ts';
import { garbled } from './recording-error.ts';
import {
  type Answer,
  type Asked,
  type RequestEntry,
  requestEntryOf,
  requestStage,
} from './machine/request-entry.ts';
import { trampoline$ } from '../scheduling/index.ts';
import { ChunkedList } from '../objects/index.ts';

/** An entry of a request, with its place. */
export interface Letter {
  readonly entry: Asked | Answer;
  readonly time: number;
  readonly line: number;
}

/** Sorts what was recorded by request: the n-th that is asked gets what the n-th recorded one was answered. */
export interface Inboxes {
  /** The line in which the last recorded request begins, as far as was read; 0 before the first. */
  readonly lastBegun: number;
  /** A request is asked; gives its number, from 1. */
  open(): number;
  /** Nobody waits for its answer any more: what else comes for it is dropped. */
  close(request: number): void;
  /** @param part - of which recording, where several are one behind the other */
  sort(part: number, entry: RequestEntry, place: Pick<Letter, 'time' | 'line'>): void;
  take(request: number): Letter | undefined;
}

export function createInboxes(): Inboxes {
  const letters = new Map<number, ChunkedList<Letter>>();
  const open = new Set<number>();
  /** Numbers of the recording, as it counts, to ours. */
  const numbers = new Map<string, number>();
  let asked = 0;
  let begun = 0;
  let lastBegun = 0;

  return {
    get lastBegun() {
      return lastBegun;
    },
    open() {
      open.add(++asked);
      return asked;
    },
    close(request) {
      open.delete(request);
      letters.delete(request);
    },
    sort(part, { request, ...entry }, place) {
      const name = `${part}/${request}`;
      if ('verb' in entry) {
        numbers.set(name, ++begun);
        lastBegun = place.line;
      }
      const number = numbers.get(name);
      if ('complete' in entry || 'error' in entry || 'closed' in entry) numbers.delete(name);
      if (number === undefined || (number <= asked && !open.has(number))) return;
      const letter = { entry, ...place };
      const waiting = letters.get(number) ?? new ChunkedList();
      waiting.push(letter);
      letters.set(number, waiting);
    },
    take(request) {
      const waiting = letters.get(request);
      const letter = waiting?.shift();
      if (waiting?.size === 0) letters.delete(request);
      return letter;
    },
  };
}

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
