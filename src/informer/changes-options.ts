import type { DeliveryOptions } from '../delivery/index.ts';
import { checkArgument, milliseconds } from '../objects/index.ts';
import type { ChangesOptions } from './informer-types.ts';

/** What of the options is for the buffer, which checks it, and the period of the resync, checked here. */
export function splitChangesOptions({ resyncPeriod, ...delivery }: ChangesOptions): {
  readonly delivery: DeliveryOptions;
  readonly resyncPeriod: number | undefined;
} {
  if (resyncPeriod !== undefined) checkArgument('changes: resyncPeriod', resyncPeriod, milliseconds(1));
  return { delivery, resyncPeriod };
}
