/** Room `queue`: client-go's DeltaFIFO as an operator. */
export type { Delta, Deltas, KeyDelta, KeyDeltas } from './delta.ts';
export { deltaFifo } from './delta-fifo.ts';
export type { ByKeyOptions, DeltaFifoOptions } from './delta-fifo-options.ts';
export type { KnownObjects } from './known-objects.ts';
