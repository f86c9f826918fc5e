import { asyncScheduler, ReplaySubject, type Subscription } from 'rxjs';
import type { DeliveryMetrics, ResourceEventHandler } from '../../delivery/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import type { SharedListener } from '../delivery/shared-processor.ts';
import { HandlerSync } from './handler-sync.ts';
import type { ResyncPlan, HandlerResync } from './machine/resync-plan.ts';
import type { HandlerOptions, ResourceEventHandlerRegistration } from './shared-informer-types.ts';
import { trackInFlight } from './in-flight-handler.ts';

export interface Registration<T> {
  readonly registration: ResourceEventHandlerRegistration;
  readonly listener: SharedListener<T>;
  readonly sync: HandlerSync;
  readonly remove: () => void;
  readonly idle: () => Promise<void>;
}

export interface RegistrationContext {
  readonly plan: ResyncPlan;
  /**
   * Returns whether the current resync comes from the resync plan. Any other resync goes to every handler.
   */
  readonly isScheduledResync: () => boolean;
  /**
   * The subscription to the results of all running handler calls. Its end unsubscribes from these results.
   */
  readonly callResults: Subscription;
}

/** Creates a registration. The caller has checked the options. */
export function registerHandler<T extends KubeObject>(
  handler: ResourceEventHandler<T>,
  { resyncPeriod, ...delivery }: HandlerOptions,
  { plan, isScheduledResync, callResults }: RegistrationContext,
): Registration<T> {
  const schedule: HandlerResync = plan.add(resyncPeriod, asyncScheduler.now());
  const sync = new HandlerSync();
  // A ReplaySubject, because the handler can be removed before its delivery has started.
  const removed = new ReplaySubject<void>(1);
  const tracked = trackInFlight(handler, callResults);
  const end = (): void => {
    plan.remove(schedule);
    sync.end();
  };
  let metrics = (): DeliveryMetrics => ({ pending: 0, age: 0, conflated: 0, dropped: 0 });

  return {
    registration: {
      hasSynced: () => sync.hasSynced,
      synced$: sync.synced$,
      get metrics() {
        return metrics();
      },
    },
    listener: {
      ...delivery,
      handler: tracked.handler,
      removed,
      shouldResync: () => schedule.due || !isScheduledResync(),
      setup: {
        onInitialPending: (count) => sync.pending(count),
        onStart: (read) => (metrics = read),
        discardOutput: true,
      },
      onFailure: end,
    },
    sync,
    idle: tracked.idle,
    remove: () => {
      end();
      removed.next();
    },
  };
}
