import type { KubeError } from 'rx-informer';

/** A request that the virtual server has received. The members change while the request is open. */
export interface RequestFacts {
  /** The kind of the request. A `check` reads the server's version with a list of one object. */
  readonly kind: 'list' | 'check' | 'stream' | 'watch';
  /** The requested resourceVersion. Empty if the request has no resourceVersion. */
  readonly resourceVersion: string;
  readonly at: number;
  /** The time at which a streaming list was complete. After this time, the streaming list is a watch. */
  syncedAt?: number;
  isOver?: true;
  /** Number of watch events since the start of the watch. */
  frames: number;
  error?: KubeError;
  /** The last resourceVersion that the client has received in this request. */
  seen?: string;
}
