import type { Change } from '../../store/index.ts';

export interface ChangeBuffer<T> {
  readonly pending: number;
  /** The number of initial changes in the buffer; see `isInitial`. */
  readonly initial: number;
  /** The number of merged or annihilated changes so far. */
  readonly conflated: number;
  /** The number of dropped changes so far. */
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
