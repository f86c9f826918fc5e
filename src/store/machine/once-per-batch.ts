import type { Change } from '../change.ts';

/** Batches of more changes take over 0.2 ms to walk. */
export const LONG_BATCH = 1000;

type Batch = readonly Change<unknown>[];

/**
 * Answers a question about a batch. Many listeners are given the same long batch, the one of a list: the question walks
 * that batch once and not once a listener (PF9). Only the answer for a frozen batch is remembered, for no other is sure
 * to stay as it is.
 */
export function oncePerBatch<R>(ask: (batch: Batch) => R): (batch: Batch) => R {
  const answers = new WeakMap<Batch, { readonly answer: R }>();
  return (batch) => {
    if (batch.length <= LONG_BATCH || !Object.isFrozen(batch)) return ask(batch);
    const known = answers.get(batch) ?? { answer: ask(batch) };
    answers.set(batch, known);
    return known.answer;
  };
}
