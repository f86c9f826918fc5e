import type { OperatorFunction } from 'rxjs';
import { checkArgument, checkOptions } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import { buffered, type ListenerSetup } from './buffered.ts';
import { aHandler, callHandler, type ResourceEventHandler } from './resource-event-handler.ts';
import { type DeliveryOptions, deliveryRules } from './delivery-options.ts';

/**
 * Calls a handler for one change at a time, in order, and then emits the change. The operator is client-go's
 * `processorListener` (B158). If a method of the handler returns a promise or an Observable, the next change
 * waits until the work completes. So an Observable that never completes stops all later changes.
 *
 * If the source completes or errors, the operator first handles the buffered changes. If the subscriber
 * unsubscribes, the operator drops the buffered changes, and unsubscribes from the Observable that the
 * handler returned (B157).
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * store.batches$.pipe(processorListener({ onDelete: (pod) => release(pod) })).subscribe();
 * ```
 */
export function processorListener<T>(
  handler: ResourceEventHandler<T>,
  options?: DeliveryOptions,
): OperatorFunction<readonly Change<T>[], Change<T>>;
/** @internal */
export function processorListener<T>(
  handler: ResourceEventHandler<T>,
  options: DeliveryOptions,
  setup: ListenerSetup<T>,
): OperatorFunction<readonly Change<T>[], Change<T>>;
export function processorListener<T>(
  handler: ResourceEventHandler<T>,
  options: DeliveryOptions = {},
  setup: ListenerSetup<T> = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  checkArgument('processorListener: handler', handler, aHandler);
  checkOptions('processorListener', options, deliveryRules);
  return buffered(options, { ...setup, handle: (change) => callHandler(handler, change) });
}
