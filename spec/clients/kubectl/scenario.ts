/** One command line, in the words of a shell: `'…'` and `"…"` keep spaces together. */
export interface Command {
  readonly run: string;
  readonly stdin?: string;
  /** Set for this command alone. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its lines have no order. */
  readonly unordered?: boolean;
}

/** A command that goes on by itself: what happens meanwhile is what it tells. */
export interface Background {
  readonly follow: string;
  /** Its output, or what it logs, before anything else happens. */
  readonly from: RegExp;
  readonly meanwhile: readonly string[];
  /** Its output after all of that; then it is ended, by SIGINT where it does not end by itself. */
  readonly until: RegExp;
}

export type Step = string | Command | Background;

/** Commands in order, in a namespace of their own; each server gets the same. */
export interface Scenario {
  readonly name: string;
  /** Files that the commands name, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** What a step is called in reports and in the table of explained differences. */
export function nameOf(step: Step): string {
  if (typeof step === 'string') return step;
  return 'run' in step ? step.run : step.follow;
}
