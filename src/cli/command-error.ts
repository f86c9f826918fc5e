/** An error that ends a command. The message is written for the user of the command. */
export class CommandError extends Error {
  /** The exit code of the process: 2 for a wrong command line, 1 for every other error. */
  readonly exitCode: 1 | 2;
  /** Advice for the user, at most two lines, printed after the message. */
  readonly hints: readonly string[];

  constructor(
    message: string,
    options: { readonly exitCode?: 1 | 2; readonly hints?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CommandError';
    this.exitCode = options.exitCode ?? 1;
    this.hints = (options.hints ?? []).slice(0, 2);
  }
}

/** Creates a {@link CommandError} for a wrong command line, with exit code 2. */
export function usageError(message: string, ...hints: readonly string[]): CommandError {
  return new CommandError(message, { exitCode: 2, hints });
}
