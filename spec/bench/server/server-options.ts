import type { Resource } from '../resources.ts';

/** The options of a benchmark server. */
export interface ServerOptions {
  readonly resource: Resource;
  readonly objects: number;
  /** Number of events of `/cold`. Default 0. */
  readonly cold?: number;
  /** Maximum number of events of `/go`. */
  readonly events: number;
  /** Maximum number of events of `/pace`. */
  readonly paced: number;
  /**
   * Whether the server supports streaming lists. A server without this support answers 422, as a kube-apiserver does
   * whose feature gate `WatchList` is off.
   */
  readonly streams?: boolean;
  /** Whether the server supports requests for metadata only. If not, it answers 406. */
  readonly metadata?: boolean;
}
