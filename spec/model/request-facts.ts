import type { KubeError } from 'rx-informer';

/** A request from the view of the server. The fields are updated while the request is open. */
export interface RequestFacts {
  /** A `check` reads the server's version with a list of one object. */
  readonly kind: 'list' | 'check' | 'stream' | 'watch';
  /** `''` means no version. */
  readonly resourceVersion: string;
  readonly at: number;
  /** The time at which a streaming list was complete. From then on it is a watch. */
  syncedAt?: number;
  isOver?: true;
  /** The number of frames since the request is a watch. */
  frames: number;
  error?: KubeError;
  /** The last received version. */
  seen?: string;
}
