import type { OperatorFunction } from 'rxjs';
import { checkOptions } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import { deliver } from './deliver.ts';
import { type DeliveryOptions, deliveryRules } from './delivery-options.ts';

/**
 * Batches in, changes out one by one, at this subscriber's own pace: a slow or throwing one delays and ends nobody else
 * (G13).
 *
 * It feels a synchronous subscriber; for asynchronous work use {@link processorListener}, for the queue of a `concatMap`
 * behind it is out of its sight. Completion and error of the source come after what waits; unsubscribing drops what
 * waits (B157).
 *
 * @throws OptionsError for an option that is none
 *
 * @example
 * ```ts
 * store.batches$.pipe(buffered({ buffer: 'conflate' })).subscribe((change) => render(change));
 * ```
 */
export function buffered<T>(
  options: DeliveryOptions = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  checkOptions('buffered', options, deliveryRules);
  return deliver<T>(options, () => undefined);
}
