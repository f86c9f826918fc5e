/** Room `delivery`: one buffer for each handler; here a slow consumer is felt, and by nobody else. */
export { BufferOverflowError } from './buffer-overflow-error.ts';
export { buffered } from './buffered.ts';
export { callHandler } from './call-handler.ts';
export { deliver } from './deliver.ts';
export type { DeliveryHooks } from './delivery-hooks.ts';
export {
  type BoundedBuffer,
  type DeliveryGauge,
  type DeliveryOptions,
  deliveryRules,
} from './delivery-options.ts';
export { nameForHandler } from './handler-name.ts';
export { inTurns } from './in-turns.ts';
export { conflated } from './machine/conflated.ts';
export { listen, processorListener } from './processor-listener.ts';
export { reportTo } from './report-to.ts';
export { aHandler, type ResourceEventHandler } from './resource-event-handler.ts';
export { inRounds, isPlain, type LivingRounds, roundsOf, tellInRounds } from './rounds.ts';
