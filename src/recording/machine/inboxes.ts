import { ChunkedList } from '../../objects/index.ts';
import type { Answer, Asked, RequestEntry } from './request-entry.ts';

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
