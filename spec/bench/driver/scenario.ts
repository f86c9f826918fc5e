import type { ServerOptions } from '../server/server-options.ts';
import type { Column } from './column.ts';

/**
 * The measurements that one child process has sent, by name. The record omits measurements that the process could not
 * take.
 */
export type Figures = Readonly<Record<string, number>>;

/** A program that the benchmark measures. The program runs in a child process and sends one record of measurements. */
export interface Contender {
  readonly name: string;
  readonly script: URL;
  /**
   * Returns the command-line arguments of the child process. `servers` contains the addresses of the benchmark
   * servers.
   */
  args(servers: readonly string[]): readonly string[];
  /** Features that the benchmark servers need for this program, in addition to lists in pages and watch events. */
  readonly needs?: Pick<ServerOptions, 'metadata' | 'streams'>;
  /** Whether the program runs only if the user names the program. */
  readonly onRequest?: boolean;
  /** Called once, before the first round. Rejects with the reason if this program cannot run on this computer. */
  prepare?(): Promise<void>;
}

/**
 * Some work, for example “cache 50,000 pods”, and the programs that do this work. The benchmark compares these
 * programs.
 */
export interface Scenario {
  readonly name: string;
  /** The title of the report: one line with the number of objects and events. */
  readonly title: string;
  /** The options of each benchmark server. */
  readonly servers: readonly ServerOptions[];
  /**
   * The script of a server that replaces the benchmark server. The script gets the same options as the benchmark
   * server, and sends its address to the parent process.
   */
  readonly serverScript?: URL;
  readonly contenders: readonly Contender[];
  /**
   * The name of the baseline program. Each ratio is a measurement divided by the same measurement of the baseline
   * program.
   */
  readonly floor?: string;
  readonly columns: readonly Column[];
  /**
   * The factor for the number of rounds that the user requested. Default 1. At least one round runs. Quick and noisy
   * scenarios have a larger factor. Slow scenarios have a smaller factor.
   */
  readonly roundsEach?: number;
}
