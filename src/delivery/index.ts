/** Room `delivery`: one buffer for each handler; here a slow consumer is felt, and by nobody else. */
export { BufferOverflowError } from './buffer-overflow-error.ts';
export { buffered } from './buffered.ts';
export { deliver } from './deliver.ts';
export type { BoundedBuffer, DeliveryGauge, DeliveryOptions } from './delivery-options.ts';
export { conflated } from './machine/conflated.ts';
export { processDeltas } from './process-deltas.ts';
export { listen, processorListener } from './processor-listener.ts';
export type { ResourceEventHandler } from './resource-event-handler.ts';
