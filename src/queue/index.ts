/** Room `queue`: client-go's DeltaFIFO as an operator. */
export type { Delta, Deltas } from './delta.ts';
export { checkOnePop, deltaFifo } from './delta-fifo.ts';
export type { DeltaFifoOptions } from './delta-fifo-options.ts';
export type { Fifo } from './machine/fifo.ts';
export { type Place, WaitingLine } from './machine/waiting-line.ts';
export { popped } from './popped.ts';
export { processed } from './processed.ts';
