import type { FailureClass, KubeError } from '../objects/index.ts';

/**
 * Where a reflector stands: one value for each transition. With an `incident` something went wrong without one: an object
 * that was left out, a transform that threw; from the first on, every status says how many there were. An incident that is
 * not counted says that an answer is late, or has begun after all, or that a check of the server's version beside a watch failed.
 *
 * All times are ms of the RxJS clock, `asyncScheduler.now()`: that of `Date.now()`, and virtual within `TestScheduler.run`.
 */
export type ReflectorStatus = (
  | {
      readonly phase: 'stopped';
      /** Paused, not ended: the last value of `enabled` is false. The reflector continues when it is true. */
      readonly disabled?: true;
      readonly error?: KubeError;
    }
  | {
      /** Also while the answer to a watch is late: the content may be behind until that begins. */
      readonly phase: 'listing';
      readonly since: number;
      /** Objects that arrived so far. */
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
       * A failure, and when the next try comes.
       *
       * `failure: 'expired'` stands for a 410, and for a server whose versions went back: it was restored from a backup, or
       * replaced. The error's message says which. Either way the collection is listed anew, and the differences are changes.
       */
      readonly phase: 'waiting';
      readonly since: number;
      readonly error: KubeError;
      readonly failure: FailureClass;
      /** 1 for the first failure in a row. */
      readonly attempt: number;
      /**
       * When the next try comes, ms of the RxJS clock. The time that is left is `retryAt - asyncScheduler.now()`, in virtual
       * time too; `Date.now()` is right in real time alone.
       */
      readonly retryAt: number;
    }
) & {
  /** Incidents since the subscribe; absent while there is none. */
  readonly incidents?: number;
};

export type WaitingStatus = Extract<ReflectorStatus, { phase: 'waiting' }>;
