import type { Change } from '../../store/index.ts';

/** The changes that wait for one subscriber. */
export interface ChangeBuffer<T> {
  /** The number of changes in the buffer. */
  readonly pending: number;
  /** How many of them are initial; see `isInitial`. */
  readonly initial: number;
  /** How many changes were merged into a later one, or annihilated, so far. */
  readonly conflated: number;
  /** How many changes were dropped, so far. */
  readonly dropped: number;
  /** When the oldest change in the buffer came; not meaningful for an empty buffer. */
  readonly oldest: number;

  /** @throws BufferOverflowError if the policy is 'error' */
  push(batch: readonly Change<T>[], now: number): void;
  shift(): Change<T> | undefined;
}

/** Whether a change comes from the first list, or from the content that a late subscriber got. */
export function isInitial({ cause }: Change<unknown>): boolean {
  return cause === 'initial' || cause === 'replay';
}

/** Empties a buffer. */
export function takeAll<T>(buffer: ChangeBuffer<T>): readonly Change<T>[] {
  const all: Change<T>[] = [];
  for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) all.push(next);
  return all;
}
