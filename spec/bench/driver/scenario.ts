import type { ServerOptions } from '../server/server-options.ts';
import type { Column } from './column.ts';

/** What one fresh process measured. A figure that it could not take is left out. */
export type Figures = Readonly<Record<string, number>>;

/** A process that sends one record of figures to its parent. */
export interface Contender {
  readonly name: string;
  readonly script: URL;
  /** What the script is told, given the addresses of the scenario's servers. */
  args(servers: readonly string[]): readonly string[];
  /** What the servers have to prepare for it beside pages and events. */
  readonly needs?: Pick<ServerOptions, 'metadata' | 'streams'>;
  /** Runs only when it is named. */
  readonly onRequest?: boolean;
  /** Once, before the first round. Rejects with an Error that says why this one cannot run here. */
  prepare?(): Promise<void>;
}

/** A work, and who does it. */
export interface Scenario {
  readonly name: string;
  /** One line for people: how much of what. */
  readonly title: string;
  /** One speed server each. */
  readonly servers: readonly ServerOptions[];
  /** Another server than the speed server; it is told the same, and sends where it is. */
  readonly serverScript?: URL;
  readonly contenders: readonly Contender[];
  /** The contender that the others are divided by. */
  readonly floor?: string;
  readonly columns: readonly Column[];
  /** Rounds for each that is asked for, one at least; 1 by default. What is quick and noisy takes more, what is slow fewer. */
  readonly roundsEach?: number;
}
