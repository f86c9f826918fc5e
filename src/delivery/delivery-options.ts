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

/** How one subscriber's buffer stands; told after each slice. */
export interface DeliveryMetrics {
  /** Changes that wait. */
  readonly pending: number;
  /** How long the oldest of them has waited, ms. */
  readonly age: number;
  /** How many were merged into a later one, or annihilated, so far. */
  readonly conflated: number;
  /** How many were thrown away, so far. */
  readonly dropped: number;
}

/**
 * How the changes for one subscriber are buffered, and when they go on. All subscribers of an informer share what one task brings.
 */
export interface DeliveryOptions {
  /**
   * Default 'unbounded' (client-go's): a subscriber that is stuck costs some 6 KB for each update of a pod. 'conflate':
   * the newest state of each key, a delete never lost, add and delete annihilate; at most two records a key, when the
   * uid changed (G14). An object: a limit, and what happens above it.
   */
  readonly buffer?:
    | 'unbounded'
    | 'conflate'
    | {
        /** At most so many changes wait, those of the state that a late subscriber gets included. */
        readonly size: number;
        /** 'drop-oldest' counts what it loses; 'error' ends this subscription alone, with a `BufferOverflowError`. */
        readonly overflow: 'drop-oldest' | 'error';
      };
  /**
   * Subscribed while changes wait. Its first value, or its completion, lets through the changes that wait at that moment,
   * at the end of the current task: a notifier that emits at once has the same effect as none. Changes are delivered in
   * slices of 5 ms, and the event loop is free in between. Its error ends this subscription.
   */
  readonly notifier?: Observable<unknown>;
  /** Only `next` is called: it may listen to many subscriptions, and it outlives them. */
  readonly metrics?: Partial<Observer<DeliveryMetrics>>;
}

export type Bounds = Exclude<NonNullable<DeliveryOptions['buffer']>, string>;

const sizes = integer(1);
const overflows = oneOf('drop-oldest', 'error');
const policies = oneOf('unbounded', 'conflate');

/** What `checkOptions` is to hold delivery options to. */
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
