/** The folder `queue` contains the queue of an informer. */
export type { Delta, Deltas } from './delta.ts';
export { checkOnePop, deltaFifo, type DeltaQueueOptions, type QueueState } from './delta-fifo.ts';
export type { Fifo } from './machine/fifo-loop.ts';
export { KeyedDeltaQueue, type QueueEntry } from './machine/keyed-delta-queue.ts';
export { popped } from './popped.ts';
export { processed } from './processed.ts';
