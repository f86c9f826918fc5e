import type { FailureClass, KubeError } from '../objects/index.ts';

/**
 * The status of a reflector: one value for each transition, and one with `incident` for an error that causes no transition.
 *
 * Incidents are: an object was left out, or a transform threw; `incidents` counts them. Not counted are: an answer is late, or begins
 * after it was late; a probe of the server's version beside a watch failed.
 *
 * All times are ms of the RxJS clock, `asyncScheduler.now()`: that of `Date.now()`, and virtual within `TestScheduler.run`.
 */
export type ReflectorStatus = (
  | {
      readonly phase: 'stopped';
      /** The last value of `enabled` is false. The reflector continues when it is true. */
      readonly disabled?: true;
      readonly error?: KubeError;
    }
  | {
      /** Also while the answer to a watch is late: the content can be outdated until the answer begins. */
      readonly phase: 'listing';
      readonly since: number;
      /** Objects received so far. */
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
       * `failure: 'expired'` is a 410, or a reset of the server's versions: the server was restored from a backup, or
       * replaced. The message of the error says which. In both cases the reflector relists, and the store emits the
       * differences as changes.
       */
      readonly phase: 'waiting';
      readonly since: number;
      readonly error: KubeError;
      readonly failure: FailureClass;
      /** 1 for the first failure in a row. */
      readonly attempt: number;
      /**
       * The time of the next request, ms of the RxJS clock. The remaining time is `retryAt - asyncScheduler.now()`, in virtual
       * time too; `Date.now()` is the same clock in real time only.
       */
      readonly retryAt: number;
    }
) & {
  /** Incidents since the subscribe; absent if there is none. */
  readonly incidents?: number;
};

export type WaitingStatus = Extract<ReflectorStatus, { phase: 'waiting' }>;
