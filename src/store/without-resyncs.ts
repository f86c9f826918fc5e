import type { Change } from './change.ts';
import { oncePerBatch } from './machine/once-per-batch.ts';

/** The changes of a batch that are no resync; the batch itself if it holds none. */
export function withoutResyncs<T>(batch: readonly Change<T>[]): readonly Change<T>[] {
  const resyncs = resyncsIn(batch);
  if (resyncs === 0) return batch;
  return resyncs === batch.length ? [] : batch.filter((change) => !isResync(change));
}

const isResync = ({ cause }: Change<unknown>): boolean => cause === 'resync';

const resyncsIn = oncePerBatch((batch) => {
  let count = 0;
  for (const change of batch) if (isResync(change)) count += 1;
  return count;
});
