import type { FailureClass, KubeError } from '../objects/index.ts';

/**
 * The status of a reflector: one value for each transition, and one value with `incident` for an error without a transition.
 *
 * Two incidents count in `incidents`: an object was left out, or a transform threw. Other incidents do not count: an answer is
 * late, a late answer begins, or a probe of the server's version failed during a watch.
 *
 * All times are in ms of the RxJS clock `asyncScheduler.now()`: `Date.now()`, or virtual time within `TestScheduler.run`.
 */
export type ReflectorStatus = (
  | {
      readonly phase: 'stopped';
      /** The last value of `enabled` is false. The reflector continues when the value becomes true. */
      readonly disabled?: true;
      readonly error?: KubeError;
    }
  | {
      /** Also the phase while the answer to a watch is late: the content can be outdated until the answer begins. */
      readonly phase: 'listing';
      readonly since: number;
      /** The number of objects received so far. */
      readonly received: number;
      readonly incident?: KubeError;
    }
  | {
      readonly phase: 'watching';
      readonly since: number;
      readonly resourceVersion: string;
      readonly incident?: KubeError;
    }
  | {
      /**
       * A failure, and the time of the next request.
       *
       * `failure: 'expired'` is a 410, or a reset of the server's versions because the server was restored or replaced. The message
       * of the error states the cause. In both cases the reflector relists, and the store emits the differences as changes.
       */
      readonly phase: 'waiting';
      readonly since: number;
      readonly error: KubeError;
      readonly failure: FailureClass;
      /** 1 for the first failure in a row. */
      readonly attempt: number;
      /**
       * The time of the next request, in ms of the RxJS clock. The remaining time is `retryAt - asyncScheduler.now()`. In virtual
       * time `Date.now()` is another clock.
       */
      readonly retryAt: number;
    }
) & {
  /** The number of incidents since the subscribe. Absent if there was no incident. */
  readonly incidents?: number;
};

export type WaitingStatus = Extract<ReflectorStatus, { phase: 'waiting' }>;
