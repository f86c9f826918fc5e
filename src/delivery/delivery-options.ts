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

/**
 * Numbers about one subscriber's buffer: its length, its age, and its merged and dropped changes. While the
 * listener empties the buffer, the library emits the metrics after each time slice of up to 5 ms.
 */
export interface DeliveryMetrics {
  /** The number of changes in the buffer. */
  readonly pending: number;
  /** The time in ms since the oldest change of the buffer arrived. */
  readonly age: number;
  /**
   * The number of changes so far that a buffer with `conflate` merged into a later change, or removed as an
   * add and its delete.
   */
  readonly conflated: number;
  /** The number of changes so far that the buffer dropped. */
  readonly dropped: number;
}

/** The state of one subscriber's buffer: its kind, and its metrics. */
export interface BufferState extends DeliveryMetrics {
  /** The kind of the buffer: the option `buffer` of the subscriber. */
  readonly buffer: NonNullable<DeliveryOptions['buffer']>;
}

/** The options of one subscriber: how its buffer stores changes, and when the buffer emits them. */
export interface DeliveryOptions {
  /**
   * The kind of buffer.
   *
   * - 'unbounded' (the default) stores all changes, as client-go does. While a subscriber is stuck, each
   *   update of a pod costs about 6 KB.
   * - 'conflate' keeps only the newest state of each key. No delete is lost, but an add and the delete of the
   *   same object cancel each other. A key has at most one record, or two if the uid of the object changed
   *   (G14).
   * - An object sets a limit of changes, and what happens above the limit.
   */
  readonly buffer?:
    | 'unbounded'
    | 'conflate'
    | {
        /**
         * The maximum number of changes in the buffer. For a late subscriber, the current content of the
         * store also counts.
         */
        readonly size: number;
        /**
         * 'drop-oldest' drops the oldest change and counts the dropped changes. 'error' ends only this
         * subscription, with a `BufferOverflowError`.
         */
        readonly overflow: 'drop-oldest' | 'error';
      };
  /**
   * An Observable that decides when the subscriber gets its changes. The buffer subscribes to the notifier
   * while the buffer contains changes. When the notifier emits or completes, the buffer emits all changes
   * that it contains at that moment, at the end of the current task. So a notifier that emits immediately has
   * the same effect as no notifier.
   *
   * The buffer emits for at most 5 ms, and then lets the event loop turn. An error of the notifier ends this
   * subscription.
   */
  readonly notifier?: Observable<unknown>;
  /**
   * An observer of the metrics. The library calls only `next`, so several subscriptions can use the same
   * observer.
   */
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
