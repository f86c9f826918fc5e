import type { ServerOptions } from '../server/server-options.ts';
import type { Column } from './column.ts';

/** The figures of one fresh process, without those that it could not measure. */
export type Figures = Readonly<Record<string, number>>;

/** A process that sends one record of figures to its parent. */
export interface Contender {
  readonly name: string;
  readonly script: URL;
  /** Returns the arguments of the script for the addresses of the scenario's servers. */
  args(servers: readonly string[]): readonly string[];
  /** Features that the servers need for this contender, beside pages and events. */
  readonly needs?: Pick<ServerOptions, 'metadata' | 'streams'>;
  /** Whether the contender runs only if the user names it. */
  readonly onRequest?: boolean;
  /** Called once, before the first round. Rejects with the reason if this contender cannot run on this machine. */
  prepare?(): Promise<void>;
}

/** A piece of work, and the contenders that do it. */
export interface Scenario {
  readonly name: string;
  /** A description in one line, with the sizes. */
  readonly title: string;
  /** The options of each speed server. */
  readonly servers: readonly ServerOptions[];
  /** The script of another server instead of the speed server. It gets the same options, and sends its address. */
  readonly serverScript?: URL;
  readonly contenders: readonly Contender[];
  /** The contender whose figures are the divisor of all ratios. */
  readonly floor?: string;
  readonly columns: readonly Column[];
  /**
   * The factor for the requested number of rounds; at least one round runs. Default 1. Quick and noisy scenarios have a
   * larger factor, slow ones a smaller one.
   */
  readonly roundsEach?: number;
}
