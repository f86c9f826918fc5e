import type { KubeError } from 'rx-informer';

/** A request as the server saw it; it is written down while it lasts. */
export interface RequestFacts {
  readonly kind: 'list' | 'stream' | 'watch';
  /** `''`: unset. */
  readonly resourceVersion: string;
  readonly at: number;
  /** A streamed list that has reached its end is a watch from then on. */
  syncedAt?: number;
  /** Since it was a watch. */
  frames: number;
  error?: KubeError;
  /** The version that came last. */
  seen?: string;
}
