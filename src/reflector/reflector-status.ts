import type { FailureClass, KubeError } from '../objects/index.ts';

/**
 * Where a reflector stands, told on each transition. With an `incident` something went wrong without one: an object
 * that was left out, a transform that threw; from the first on, every status says how many there were.
 *
 * All times are ms of the RxJS clock, comparable with `Date.now()`.
 */
export type ReflectorStatus = (
  | {
      readonly phase: 'stopped';
      /** The gate is closed: it goes on when that opens. */
      readonly gated?: true;
      readonly error?: KubeError;
    }
  | {
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
  | WaitingStatus
) & {
  /** Incidents since the subscribe; absent while there is none. */
  readonly incidents?: number;
};

/** A failure, and when the next try comes. */
export interface WaitingStatus {
  readonly phase: 'waiting';
  readonly since: number;
  readonly error: KubeError;
  readonly failure: FailureClass;
  /** 1 for the first failure in a row. */
  readonly attempt: number;
  readonly retryAt: number;
}
