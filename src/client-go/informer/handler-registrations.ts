import { asyncScheduler, ReplaySubject, type Subscription } from 'rxjs';
import type { DeliveryMetrics, ResourceEventHandler } from '../../delivery/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import type { SharedListener } from '../delivery/shared-processor.ts';
import { HandlerSync } from './handler-sync.ts';
import type { ResyncPlan, HandlerResync } from './machine/resync-plan.ts';
import type { HandlerOptions, ResourceEventHandlerRegistration } from './shared-informer-types.ts';
import { trackInFlight } from './in-flight-handler.ts';

/** One registration from the inside. */
export interface Registered<T> {
  readonly registration: ResourceEventHandlerRegistration;
  readonly listener: SharedListener<T>;
  readonly sync: HandlerSync;
  readonly remove: () => void;
  readonly idle: () => Promise<void>;
}

/** What registrations have in common. */
export interface RegistrationContext {
  readonly plan: ResyncPlan;
  /** True while the plan's own check is told; a resync that came through the queue is for everybody. */
  readonly isScheduledResync: () => boolean;
  /** Ends what handlers returned. */
  readonly work: Subscription;
}

/** Makes a registration; options have been checked. */
export function registerHandler<T extends KubeObject>(
  handler: ResourceEventHandler<T>,
  { resyncPeriod, ...delivery }: HandlerOptions,
  { plan, isScheduledResync, work }: RegistrationContext,
): Registered<T> {
  const turn: HandlerResync = plan.add(resyncPeriod, asyncScheduler.now());
  const sync = new HandlerSync();
  const removed = new ReplaySubject<void>(1); // it may be removed before it is served
  const tracked = trackInFlight(handler, work);
  const end = (): void => {
    plan.remove(turn);
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
      shouldResync: () => turn.due || !isScheduledResync(),
      setup: {
        onInitialPending: (count) => sync.left(count),
        onStart: (read) => (metrics = read),
        discardOutput: true,
      },
      onFailure: end,
    },
    sync,
    idle: tracked.idle,
    remove: () => {
      metrics(); // reading them counts what this task has brought before the removal
      end();
      removed.next();
    },
  };
}
