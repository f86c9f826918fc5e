import type { Change } from '../../store/index.ts';

export interface ChangeBuffer<T> {
  readonly pending: number;
  /** The number of changes in the buffer for which `isInitial` returns true. */
  readonly initial: number;
  /** The number of changes so far that the buffer merged, or removed as an add and its delete. */
  readonly conflated: number;
  /** The number of changes so far that the buffer dropped. */
  readonly dropped: number;
  /** The time when the oldest change in the buffer arrived. If the buffer is empty, do not use the value. */
  readonly oldest: number;

  /** @throws BufferOverflowError if the buffer is full and its option `overflow` is 'error' */
  push(batch: readonly Change<T>[], now: number): void;
  shift(): Change<T> | undefined;
}

/** Returns whether a change comes from the first list, or from the current content for a late subscriber. */
export function isInitial({ cause }: Change<unknown>): boolean {
  return cause === 'initial' || cause === 'replay';
}

export function takeAll<T>(buffer: ChangeBuffer<T>): readonly Change<T>[] {
  const all: Change<T>[] = [];
  for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) all.push(next);
  return all;
}
