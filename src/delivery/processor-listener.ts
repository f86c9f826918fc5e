import type { OperatorFunction } from 'rxjs';
import { checkArgument, checkOptions } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import { callHandler } from './call-handler.ts';
import { deliver } from './deliver.ts';
import type { DeliveryHooks } from './delivery-hooks.ts';
import { type DeliveryOptions, deliveryRules } from './delivery-options.ts';
import { aHandler, type ResourceEventHandler } from './resource-event-handler.ts';

/**
 * client-go's `processorListener`: calls the handler one change at a time, in order (B158), and emits each change after
 * it was handled. What a method returns is waited for if it is a promise or an observable; an observable that never
 * completes therefore stops the rest.
 *
 * Completion and error of the source come after what waits; unsubscribing drops what waits, and unsubscribes from what
 * the handler returned (B157).
 *
 * @throws OptionsError for an argument that is none
 *
 * @example
 * ```ts
 * store.batches$.pipe(processorListener({ onDelete: (pod) => release(pod) })).subscribe();
 * ```
 */
export function processorListener<T>(
  handler: ResourceEventHandler<T>,
  options: DeliveryOptions = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  checkArgument('processorListener: handler', handler, aHandler);
  checkOptions('processorListener', options, deliveryRules);
  return listen(handler, options);
}

/**
 * The same, which lets one look inside: it tells how many changes of the first list, or of what a latecomer found, wait
 * or are being handled. A handler has synced when its store has and that is 0. Counting handled adds would never end
 * where some annihilate.
 */
export function listen<T>(
  handler: ResourceEventHandler<T>,
  options: DeliveryOptions,
  hooks: DeliveryHooks<T> = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  return deliver<T>(options, (change) => callHandler(handler, change), hooks);
}
