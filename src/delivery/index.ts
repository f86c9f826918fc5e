/**
 * The folder `delivery` contains a buffer for each subscriber, so that a slow subscriber does not delay other
 * subscribers.
 */
export { batchPerTask, createListenerScheduler } from './batch-per-task.ts';
export { buffered, type ListenerSetup } from './buffered.ts';
export { BufferOverflowError } from './machine/bounded-buffer.ts';
export {
  aHandler,
  callHandler,
  nameForHandler,
  reportHandlerError,
  type ResourceEventHandler,
} from './resource-event-handler.ts';
export {
  type BufferState,
  type DeliveryMetrics,
  type DeliveryOptions,
  deliveryRules,
} from './delivery-options.ts';
export { conflated } from './machine/conflating-buffer.ts';
export type { ListenerScheduler } from './machine/listener-scheduler.ts';
export { processorListener } from './processor-listener.ts';
