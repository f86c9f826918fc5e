import type { Observable, Observer } from 'rxjs';
import {
  anObject,
  anObservable,
  anObserver,
  integer,
  oneOf,
  type Rule,
  renamedFrom,
} from '../objects/index.ts';

/** The state of one subscriber's buffer. Emitted after each slice. */
export interface DeliveryMetrics {
  /** The number of changes in the buffer. */
  readonly pending: number;
  /** The time since the oldest change in the buffer arrived, in ms. */
  readonly age: number;
  /** The number of changes so far that were merged into a later change, or annihilated. */
  readonly conflated: number;
  /** The number of dropped changes so far. */
  readonly dropped: number;
}

/**
 * The buffering of changes for one subscriber, and the time of delivery. All subscribers of an informer share the batch of one
 * task.
 */
export interface DeliveryOptions {
  /**
   * Default 'unbounded', as in client-go: while a subscriber is stuck, each update of a pod costs about 6 KB. 'conflate' keeps the
   * newest state of each key: no delete is lost, and an add and its delete annihilate. A key has at most two records, and two only
   * if its uid changed (G14). An object sets a limit, and the behaviour above the limit.
   */
  readonly buffer?:
    | 'unbounded'
    | 'conflate'
    | {
        /** The limit for changes in the buffer. The current content for a late subscriber also counts. */
        readonly size: number;
        /** 'drop-oldest' counts the dropped changes; 'error' ends only this subscription, with a `BufferOverflowError`. */
        readonly overflow: 'drop-oldest' | 'error';
      };
  /**
   * Subscribed to while the buffer contains changes. The first value, or the completion, delivers the changes that are in the
   * buffer at that moment, at the end of the current task. So a notifier that emits immediately has the effect of no notifier.
   * Changes are delivered in slices of 5 ms; between slices the event loop turns. An error of the notifier ends this subscription.
   */
  readonly notifier?: Observable<unknown>;
  /** Only `next` is called, so one observer can serve many subscriptions. */
  readonly metrics?: Partial<Observer<DeliveryMetrics>>;
}

export type Bounds = Exclude<NonNullable<DeliveryOptions['buffer']>, string>;

const sizes = integer(1);
const overflows = oneOf('drop-oldest', 'error');
const policies = oneOf('unbounded', 'conflate');

export const deliveryRules: Readonly<Record<keyof DeliveryOptions, Rule>> = {
  buffer: {
    allowed:
      "'unbounded' or 'conflate' or { size: a whole number, 1 or more, overflow: 'drop-oldest' or 'error' }",
    test: (given) => policies.test(given) || isBounded(given),
  },
  notifier: renamedFrom('pace', anObservable),
  metrics: renamedFrom('gauge', anObserver),
};

function isBounded(given: unknown): boolean {
  if (!anObject.test(given)) return false;
  const { size, overflow } = given as Partial<Bounds>;
  return sizes.test(size) && overflows.test(overflow);
}
