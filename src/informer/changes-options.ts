import type { DeliveryOptions } from '../delivery/index.ts';
import { anObject, checkArgument, milliseconds } from '../objects/index.ts';
import type { ChangesOptions } from './informer-types.ts';

/** What of the options is for the buffer, which checks it, and the period of the resync, checked here. */
export function splitChangesOptions(options: ChangesOptions): {
  readonly delivery: DeliveryOptions;
  readonly resyncPeriod: number | undefined;
} {
  checkArgument('changes: options', options, anObject);
  const { resyncPeriod, ...delivery } = options;
  if (resyncPeriod !== undefined) checkArgument('changes: resyncPeriod', resyncPeriod, milliseconds(1));
  return { delivery, resyncPeriod };
}
