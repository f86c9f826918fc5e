/** Room `queue`: client-go's DeltaFIFO as an operator; DeltaFIFO and RealFIFO by hand. */
export type { Delta, Deltas, KeyDelta, KeyDeltas, RealDelta, RealDeltas } from './delta.ts';
export { deltaFifo } from './delta-fifo.ts';
export type { ByKeyOptions, DeltaFifoOptions } from './delta-fifo-options.ts';
export { FifoClosedError } from './fifo-closed-error.ts';
export type { KnownObjects } from './known-objects.ts';
export { type DeltaFIFO, type DeltaFIFOOptions, newDeltaFIFO } from './new-delta-fifo.ts';
export { retryDelay } from './machine/refusals.ts';
export { newRealFIFO, type RealFIFO, type RealFIFOOptions } from './new-real-fifo.ts';
export { processLoop, type ProcessLoopOptions } from './process-loop.ts';
export { pulled } from './pulled.ts';
export type { PopProcessFunc, Queue, QueueOptions } from './queue.ts';
export { aQueue } from './hand-queue-rules.ts';
export { RequeueError } from './requeue-error.ts';
