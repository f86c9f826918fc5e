import type { ServerOptions } from '../server/server-options.ts';
import type { Column } from './column.ts';

/** The measurements of one new process. Values that the process could not measure are absent. */
export type Figures = Readonly<Record<string, number>>;

/** A measured program: a process that sends one record of measurements to its parent process. */
export interface Contender {
  readonly name: string;
  readonly script: URL;
  /** Returns the arguments of the script. `servers` contains the addresses of the scenario's servers. */
  args(servers: readonly string[]): readonly string[];
  /** Features that the servers need for this contender, in addition to pages and events. */
  readonly needs?: Pick<ServerOptions, 'metadata' | 'streams'>;
  /** Whether the contender runs only if the user names the contender. */
  readonly onRequest?: boolean;
  /** Called once, before the first round. Rejects with the reason if this contender cannot run on this computer. */
  prepare?(): Promise<void>;
}

/** A piece of work, and the contenders that do the work. */
export interface Scenario {
  readonly name: string;
  /** A description in one line, with the number of objects and events. */
  readonly title: string;
  /** The options of each benchmark server. */
  readonly servers: readonly ServerOptions[];
  /**
   * The script of a server that replaces the benchmark server. The script gets the same options, and sends the address
   * of its server.
   */
  readonly serverScript?: URL;
  readonly contenders: readonly Contender[];
  /** The name of the baseline. Each ratio is a measurement divided by the same measurement of the baseline. */
  readonly floor?: string;
  readonly columns: readonly Column[];
  /**
   * The factor for the requested number of rounds. Default 1. At least one round runs. Quick and noisy scenarios have a
   * larger factor, and slow scenarios have a smaller factor.
   */
  readonly roundsEach?: number;
}
