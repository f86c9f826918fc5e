import type { Change } from '../../store/index.ts';

/** The changes that wait for one subscriber. */
export interface ChangeBuffer<T> {
  /** The number of changes in the buffer. */
  readonly pending: number;
  /** The number of initial changes in the buffer; see `isInitial`. */
  readonly initial: number;
  /** The number of changes so far that were merged into a later change, or annihilated. */
  readonly conflated: number;
  /** The number of changes that were dropped so far. */
  readonly dropped: number;
  /** The time when the oldest change in the buffer arrived. The value has no meaning for an empty buffer. */
  readonly oldest: number;

  /** @throws BufferOverflowError if the policy is 'error' */
  push(batch: readonly Change<T>[], now: number): void;
  shift(): Change<T> | undefined;
}

/** Whether a change comes from the first list, or from the current content for a late subscriber. */
export function isInitial({ cause }: Change<unknown>): boolean {
  return cause === 'initial' || cause === 'replay';
}

export function takeAll<T>(buffer: ChangeBuffer<T>): readonly Change<T>[] {
  const all: Change<T>[] = [];
  for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) all.push(next);
  return all;
}
