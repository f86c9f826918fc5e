/** One command line, with the quotes of a shell: `'…'` and `"…"` keep spaces. */
export interface Command {
  readonly run: string;
  readonly stdin?: string;
  /** Environment variables of this command only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether its output lines have no fixed order. */
  readonly unordered?: boolean;
}

/** A command that keeps running, and reports the effects of other commands. */
export interface Background {
  readonly follow: string;
  /** The output or log to wait for before the other commands. */
  readonly from: RegExp;
  readonly meanwhile: readonly string[];
  /**
   * The output to wait for after the other commands. Then the command is ended by SIGINT if it does not end by itself.
   */
  readonly until: RegExp;
}

export type Step = string | Command | Background;

/** Commands in order, in their own namespace. Both servers get the same commands. */
export interface Scenario {
  readonly name: string;
  /** The files for the commands, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** The name of a step in reports and in the table of explained differences. */
export function nameOf(step: Step): string {
  if (typeof step === 'string') return step;
  return 'run' in step ? step.run : step.follow;
}
