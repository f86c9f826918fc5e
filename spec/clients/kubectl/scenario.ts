/** A kubectl command line. As in a shell, `'…'` and `"…"` keep spaces. */
export interface Command {
  readonly run: string;
  readonly stdin?: string;
  /** Environment variables for this command only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the output lines of the command have no fixed order. */
  readonly unordered?: boolean;
}

/** A kubectl command that runs in the background and prints the effects of other commands, for example `get -w`. */
export interface Background {
  readonly follow: string;
  /** The output that the background command must print before the other commands run. */
  readonly from: RegExp;
  readonly meanwhile: readonly string[];
  /**
   * The output that the background command must print after the other commands. If the background command has not ended
   * then, it gets a SIGINT.
   */
  readonly until: RegExp;
}

export type Step = string | Command | Background;

/** Commands that run one after the other in a separate namespace. Both servers get the same commands. */
export interface Scenario {
  readonly name: string;
  /** The files that the commands read, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** Returns the name of a command in reports and in the table of known differences. */
export function nameOf(step: Step): string {
  if (typeof step === 'string') return step;
  return 'run' in step ? step.run : step.follow;
}
