import type { Change } from '../../store/index.ts';

/** What waits for one subscriber. */
export interface ChangeBuffer<T> {
  /** Changes that wait. */
  readonly pending: number;
  /** How many of them tell of the first list, or of what a latecomer found. */
  readonly initial: number;
  /** How many were merged into a later one, or annihilated, so far. */
  readonly conflated: number;
  /** How many were thrown away, so far. */
  readonly dropped: number;
  /** When the oldest of those that wait came; of no meaning when none waits. */
  readonly oldest: number;

  /** @throws BufferOverflowError where that is its policy */
  push(batch: readonly Change<T>[], now: number): void;
  shift(): Change<T> | undefined;
}

/** Whether a change tells of the first list, or of what a latecomer found. */
export function isInitial({ cause }: Change<unknown>): boolean {
  return cause === 'initial' || cause === 'replay';
}

/** Empties a buffer. */
export function takeAll<T>(buffer: ChangeBuffer<T>): readonly Change<T>[] {
  const all: Change<T>[] = [];
  for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) all.push(next);
  return all;
}
