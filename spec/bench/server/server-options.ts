import type { Resource } from '../resources.ts';

/** What a speed server serves. */
export interface ServerOptions {
  readonly resource: Resource;
  readonly objects: number;
  /** How many of `/cold` it has; none by default. */
  readonly cold?: number;
  /** How many of `/go` it has at most. */
  readonly events: number;
  /** How many of `/pace` it has at most. */
  readonly paced: number;
  /** Answers a streaming list; 422 without, as a server whose feature gate is off. */
  readonly streams?: boolean;
  /** Answers those who accept metadata alone; 406 without. */
  readonly metadata?: boolean;
}
