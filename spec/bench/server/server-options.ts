import type { Resource } from '../resources.ts';

/** The options of a speed server. */
export interface ServerOptions {
  readonly resource: Resource;
  readonly objects: number;
  /** The number of events of `/cold`; default 0. */
  readonly cold?: number;
  /** The maximum number of events of `/go`. */
  readonly events: number;
  /** The maximum number of events of `/pace`. */
  readonly paced: number;
  /**
   * Whether the server supports streaming lists. Without them it answers 422, as a server whose feature gate is off.
   */
  readonly streams?: boolean;
  /** Whether the server supports requests for metadata only. Without them it answers 406. */
  readonly metadata?: boolean;
}
