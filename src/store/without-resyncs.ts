import type { Change } from './change.ts';

/** The changes of a batch that are no resync; the batch itself if it holds none. */
export function withoutResyncs<T>(batch: readonly Change<T>[]): readonly Change<T>[] {
  return batch.some(isResync) ? batch.filter((change) => !isResync(change)) : batch;
}

const isResync = ({ cause }: Change<unknown>): boolean => cause === 'resync';
