import type { KubeError } from 'rx-informer';

/** A request as the server saw it; it is written down while it lasts. */
export interface RequestFacts {
  /** A check asks for the server's version: a list of one object. */
  readonly kind: 'list' | 'check' | 'stream' | 'watch';
  /** `''`: unset. */
  readonly resourceVersion: string;
  readonly at: number;
  /** A streamed list that has reached its end is a watch from then on. */
  syncedAt?: number;
  isOver?: true;
  /** Since it was a watch. */
  frames: number;
  error?: KubeError;
  /** The version that came last. */
  seen?: string;
}
