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

/** The state of one subscriber's buffer; emitted after each slice. */
export interface DeliveryMetrics {
  /** The number of changes in the buffer. */
  readonly pending: number;
  /** The time since the oldest of them came, in ms. */
  readonly age: number;
  /** How many changes were merged into a later one, or annihilated, so far. */
  readonly conflated: number;
  /** How many changes were dropped, so far. */
  readonly dropped: number;
}

/**
 * How changes are buffered for one subscriber, and when they are delivered. All subscribers of an informer share the batch of one
 * task.
 */
export interface DeliveryOptions {
  /**
   * Default 'unbounded', as in client-go: while a subscriber is stuck, each update of a pod costs about 6 KB.
   * 'conflate': the newest state of each key; no delete is lost, and an add and its delete annihilate. A key has at
   * most two records, and two only when its uid changed (G14). An object: a limit, and what happens above it.
   */
  readonly buffer?:
    | 'unbounded'
    | 'conflate'
    | {
        /** The most changes in the buffer; the current content that a late subscriber gets counts too. */
        readonly size: number;
        /** 'drop-oldest' counts the changes that it drops; 'error' ends only this subscription, with a `BufferOverflowError`. */
        readonly overflow: 'drop-oldest' | 'error';
      };
  /**
   * Subscribed to while the buffer holds changes. Its first value, or its completion, delivers the changes that are in the buffer
   * at that moment, at the end of the current task. So a notifier that emits at once has the same effect as none. Changes are
   * delivered in slices of 5 ms; between slices the event loop turns. An error of the notifier ends this subscription.
   */
  readonly notifier?: Observable<unknown>;
  /** Only `next` is called, so one observer can serve many subscriptions. */
  readonly metrics?: Partial<Observer<DeliveryMetrics>>;
}

export type Bounds = Exclude<NonNullable<DeliveryOptions['buffer']>, string>;

const sizes = integer(1);
const overflows = oneOf('drop-oldest', 'error');
const policies = oneOf('unbounded', 'conflate');

/** The rules of delivery options, for `checkOptions`. */
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
