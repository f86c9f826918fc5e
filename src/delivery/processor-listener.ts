import type { OperatorFunction } from 'rxjs';
import { checkArgument, checkOptions } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import { buffered, type ListenerSetup } from './buffered.ts';
import { aHandler, callHandler, type ResourceEventHandler } from './resource-event-handler.ts';
import { type DeliveryOptions, deliveryRules } from './delivery-options.ts';

/**
 * client-go's `processorListener`: calls the handler one change at a time, in order (B158), and emits each change after
 * it was handled. What a method returns is waited for if it is a promise or an observable; an observable that never
 * completes therefore stops the rest.
 *
 * Completion and error of the source come after what waits; unsubscribing drops what waits, and unsubscribes from what
 * the handler returned (B157).
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
