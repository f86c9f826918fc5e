import type { Resource } from '../resources.ts';

/** The options of a benchmark server. */
export interface ServerOptions {
  readonly resource: Resource;
  readonly objects: number;
  /** Number of watch events that the server sends after a request of `/cold`. Default 0. */
  readonly cold?: number;
  /** Maximum number of watch events that the server sends after a request of `/go`. */
  readonly events: number;
  /** Maximum number of watch events that the server sends after a request of `/pace`. */
  readonly paced: number;
  /**
   * Whether the server supports streaming lists. If not, the server answers 422, like a kube-apiserver whose feature
   * gate `WatchList` is off.
   */
  readonly streams?: boolean;
  /** Whether the server can return metadata only (PartialObjectMetadata). If not, the server answers 406. */
  readonly metadata?: boolean;
}
