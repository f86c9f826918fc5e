/** Room `queue`: client-go's DeltaFIFO as an operator. */
export type { Delta, Deltas, KeyDelta, KeyDeltas, RealDelta, RealDeltas } from './delta.ts';
export { deltaFifo } from './delta-fifo.ts';
export { deltaFifoByKey } from './delta-fifo-by-key.ts';
export type { ByKeyOptions, DeltaFifoOptions } from './delta-fifo-options.ts';
export { ByKeyFifo } from './machine/by-key-fifo.ts';
export { Lookup } from './machine/lookup.ts';
export { UserFunctions } from './machine/user-functions.ts';
export { type Place, WaitingLine } from './machine/waiting-line.ts';
export { knownObjectsRule } from './queue-rules.ts';
