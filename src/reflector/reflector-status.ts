import type { FailureClass, KubeError } from '../objects/index.ts';

/**
 * The status of a reflector. The reflector emits a status for each new phase, and a status with `incident`
 * for an error that does not end the request.
 *
 * `incidents` counts two kinds of incidents: an object or a bookmark was omitted, or a transform failed.
 * `incidents` does not count other incidents: the answer to a request has not begun after 5 s, such a late answer
 * begins, or a request for the current resourceVersion failed during a watch.
 *
 * All times are in ms of the RxJS clock `asyncScheduler.now()`: `Date.now()`, or virtual time within `TestScheduler.run`.
 */
export type ReflectorStatus = (
  | {
      readonly phase: 'stopped';
      /**
       * True if the last value of the option `enabled` is false. The reflector continues when the value
       * becomes true.
       */
      readonly disabled?: true;
      readonly error?: KubeError;
    }
  | {
      /**
       * The phase is `listing` during a list. The phase is also `listing` if the answer to a watch has not
       * begun after 5 s, until the answer begins. Until then the content of the store can be outdated.
       */
      readonly phase: 'listing';
      readonly since: number;
      /** The number of objects of the list that the reflector has received so far. */
      readonly received: number;
      /**
       * The error of the last request, if the list is a retry. It is the `error` of the previous status `waiting`. The
       * member is absent for a list that follows no failure.
       */
      readonly lastError?: KubeError;
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
       * The phase `waiting` contains a failure and the time of the next request.
       *
       * `failure: 'expired'` is a 410, or the resourceVersions of the server went backwards, because the
       * server was restored or replaced. The message of the error names the cause. For both causes the
       * reflector relists, and the store emits the differences as changes.
       */
      readonly phase: 'waiting';
      readonly since: number;
      readonly error: KubeError;
      readonly failure: FailureClass;
      /** The number of the failure in a row, from 1. */
      readonly attempt: number;
      /**
       * The time of the next request, in ms of the RxJS clock. The remaining time is `retryAt - asyncScheduler.now()`. In virtual
       * time `Date.now()` is another clock.
       */
      readonly retryAt: number;
    }
) & {
  /**
   * The number of objects and bookmarks that were omitted since the subscription, and of failed transforms. The
   * member is absent if the number is 0.
   */
  readonly incidents?: number;
};

export type WaitingStatus = Extract<ReflectorStatus, { phase: 'waiting' }>;
